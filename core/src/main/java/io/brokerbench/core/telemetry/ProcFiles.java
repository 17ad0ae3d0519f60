package io.brokerbench.core.telemetry;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The process files of Linux, or a tree that looks like them.
 *
 * <p>A process may end between any two calls: then its files are absent or can't be read, and the
 * answer is empty.
 */
final class ProcFiles {

  private static final String RSS_LABEL = "VmRSS:";

  private final Path root;

  ProcFiles(Path root) {
    this.root = root;
  }

  /** Times and parent of a process. */
  Optional<ProcStat> stat(long pid) {
    return read(pid, "stat").flatMap(ProcStat::parse);
  }

  /**
   * Resident memory in bytes, from {@code VmRSS}: anonymous, file-backed and shared pages. Zero for
   * a process without memory of its own (a kernel thread, a zombie).
   *
   * <p>{@code statm} has the same figure in pages, whose size differs between machines. {@code
   * smaps_rollup} is exact where the kernel keeps this counter for each CPU and adds it up roughly
   * (an error under 1 MiB on a machine of few cores); but to read it the kernel walks all pages of
   * the process under a lock that the process itself needs, which would disturb what is measured.
   */
  OptionalLong residentBytes(long pid) {
    return read(pid, "status")
        .map(bytes -> OptionalLong.of(residentBytesOf(bytes)))
        .orElse(OptionalLong.empty());
  }

  /** Pids of all processes; empty where the folder can't be listed. */
  List<Long> pids() {
    List<Long> pids = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(root)) {
      for (Path entry : entries) {
        String name = entry.getFileName().toString();
        if (name.chars().allMatch(c -> c >= '0' && c <= '9') && name.length() <= 10) {
          pids.add(Long.parseLong(name));
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      return List.of();
    }
    return pids;
  }

  private Optional<byte[]> read(long pid, String file) {
    try {
      return Optional.of(Files.readAllBytes(root.resolve(Long.toString(pid)).resolve(file)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static long residentBytesOf(byte[] status) {
    String text = new String(status, StandardCharsets.ISO_8859_1);
    int label = text.indexOf("\n" + RSS_LABEL);
    if (label < 0) {
      return 0;
    }
    long kibibytes = 0;
    boolean inNumber = false;
    for (int i = label + 1 + RSS_LABEL.length(); i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= '0' && c <= '9') {
        kibibytes = kibibytes * 10 + (c - '0');
        inNumber = true;
      } else if (inNumber || c == '\n') {
        break;
      }
    }
    return kibibytes * 1024;
  }
}
