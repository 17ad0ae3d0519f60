package io.brokerbench.core.telemetry;

import io.brokerbench.core.telemetry.GroupReading.ThreadTimes;
import io.brokerbench.core.telemetry.GroupReading.Traffic;
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
import java.util.stream.StreamSupport;

/**
 * The process files of Linux, or a tree that looks like them.
 *
 * <p>A process may end between any two calls: then its files are absent or cannot be read, and the
 * answer is empty.
 */
final class ProcFiles {

  private static final String RSS_LABEL = "VmRSS:";
  private static final String THREADS_LABEL = "Threads:";

  /** The process of which all threads of the kernel are children. */
  private static final long KERNEL_THREADS = 2;

  /** Position of the bytes sent in a line of {@code net/dev}; those received come first. */
  private static final int SENT_BYTES = 8;

  private final Path root;

  /** Whether the size of a folder of descriptors may be their number, as no other folder's is. */
  private final boolean sizeIsCount;

  ProcFiles(Path root) {
    this.root = root;
    this.sizeIsCount = root.equals(Path.of("/proc"));
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
        .map(bytes -> OptionalLong.of(labelled(bytes, RSS_LABEL) * 1024))
        .orElse(OptionalLong.empty());
  }

  /** Number of a process's threads; empty where that cannot be read. */
  OptionalLong threadCount(long pid) {
    return read(pid, "status")
        .map(bytes -> labelled(bytes, THREADS_LABEL))
        .filter(threads -> threads > 0)
        .map(OptionalLong::of)
        .orElse(OptionalLong.empty());
  }

  /**
   * Number of a process's open descriptors; empty where that cannot be read. Since Linux 6.2 it is
   * the size of the folder, which needs no look at each of them; before, the folder is listed.
   */
  OptionalLong descriptorCount(long pid) {
    Path folder = root.resolve(Long.toString(pid)).resolve("fd");
    try {
      long size = sizeIsCount ? Files.size(folder) : 0;
      if (size > 0) {
        return OptionalLong.of(size);
      }
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
        return OptionalLong.of(StreamSupport.stream(entries.spliterator(), false).count());
      }
    } catch (IOException | DirectoryIteratorException e) {
      return OptionalLong.empty();
    }
  }

  /** Pids of all processes; empty where the folder cannot be listed. */
  List<Long> pids() {
    return numbers(root);
  }

  private static List<Long> numbers(Path folder) {
    List<Long> found = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        String name = entry.getFileName().toString();
        if (name.chars().allMatch(c -> c >= '0' && c <= '9') && name.length() <= 10) {
          found.add(Long.parseLong(name));
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      return List.of();
    }
    return found;
  }

  /** Numbers of a process's threads; empty where the folder cannot be listed. */
  List<Long> threads(long pid) {
    return numbers(root.resolve(Long.toString(pid)).resolve("task"));
  }

  /** How long a thread has run and how long it has waited for a CPU: {@code schedstat}. */
  Optional<ThreadTimes> threadTimes(long pid, long thread) {
    return read(pid, "task/" + thread + "/schedstat")
        .flatMap(
            bytes -> {
              String[] fields = text(bytes).strip().split(" ", -1);
              OptionalLong run = number(fields[0]);
              OptionalLong wait = fields.length > 1 ? number(fields[1]) : OptionalLong.empty();
              return run.isPresent() && wait.isPresent()
                  ? Optional.of(new ThreadTimes(run.getAsLong(), wait.getAsLong()))
                  : Optional.empty();
            });
  }

  /** What a process, and children that it has waited for, read from and wrote to disks. */
  Optional<Traffic> diskBytes(long pid) {
    return read(pid, "io")
        .flatMap(
            bytes -> {
              OptionalLong in = OptionalLong.empty();
              OptionalLong out = OptionalLong.empty();
              for (String line : text(bytes).lines().toList()) {
                if (line.startsWith("read_bytes: ")) {
                  in = number(line.substring("read_bytes: ".length()));
                } else if (line.startsWith("write_bytes: ")) {
                  out = number(line.substring("write_bytes: ".length()));
                }
              }
              return in.isPresent() && out.isPresent()
                  ? Optional.of(new Traffic(in.getAsLong(), out.getAsLong()))
                  : Optional.empty();
            });
  }

  /** Bytes of all interfaces but the loopback one in a process's network namespace. */
  Optional<Traffic> networkBytes(long pid) {
    return read(pid, "net/dev")
        .map(
            bytes ->
                text(bytes)
                    .lines()
                    .map(String::strip)
                    .filter(line -> line.contains(":") && !line.startsWith("lo:"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip().split(" +"))
                    .filter(fields -> fields.length > SENT_BYTES)
                    .map(
                        fields ->
                            new Traffic(
                                number(fields[0]).orElse(0), number(fields[SENT_BYTES]).orElse(0)))
                    .reduce(new Traffic(0, 0), Traffic::plus));
  }

  /** Whether it is a thread of the kernel, or the parent of all of those. */
  boolean isOfKernel(long pid) {
    return pid == KERNEL_THREADS
        || stat(pid).filter(found -> found.parent() == KERNEL_THREADS).isPresent();
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static OptionalLong number(String digits) {
    try {
      return OptionalLong.of(Long.parseLong(digits.strip()));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  private Optional<byte[]> read(long pid, String file) {
    try {
      return Optional.of(Files.readAllBytes(root.resolve(Long.toString(pid)).resolve(file)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** A number of {@code status}; 0 where it has none of that name. */
  private static long labelled(byte[] status, String name) {
    String text = new String(status, StandardCharsets.ISO_8859_1);
    int label = text.indexOf("\n" + name);
    if (label < 0) {
      return 0;
    }
    long number = 0;
    boolean inNumber = false;
    for (int i = label + 1 + name.length(); i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= '0' && c <= '9') {
        number = number * 10 + (c - '0');
        inNumber = true;
      } else if (inNumber || c == '\n') {
        break;
      }
    }
    return number;
  }
}
