package io.brokerbench.core.telemetry;

import io.brokerbench.core.telemetry.GroupReading.ThreadTimes;
import io.brokerbench.core.telemetry.GroupReading.Traffic;
import java.io.IOException;
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
record ProcFiles(Path root) {

  /** The process of which all threads of the kernel are children. */
  private static final long KERNEL_THREADS = 2;

  /** Position of the bytes sent in a line of {@code net/dev}; those received come first. */
  private static final int SENT_BYTES = 8;

  /** Times and parent of a process. */
  Optional<ProcStat> stat(long pid) {
    return ProcStat.parse(read(pid, "stat"));
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
    String status = read(pid, "status");
    return status.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(KernelText.labelled(status, "VmRSS:").orElse(0) * 1024);
  }

  /** Number of a process's threads; empty where that cannot be read. */
  OptionalLong threadCount(long pid) {
    return KernelText.labelled(read(pid, "status"), "Threads:");
  }

  /**
   * Number of a process's open descriptors; empty where that cannot be read. Since Linux 6.2 it is
   * the size of the folder, which needs no look at each of them; before, the folder is listed.
   */
  OptionalLong descriptorCount(long pid) {
    Path folder = root.resolve(Long.toString(pid)).resolve("fd");
    try {
      // Only of the kernel's own folder is the size a number of entries.
      long size = root.equals(Path.of("/proc")) ? Files.size(folder) : 0;
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
    String[] fields = read(pid, "task/" + thread + "/schedstat").split(" ", 3);
    return fields.length < 2
        ? Optional.empty()
        : KernelText.both(
            KernelText.number(fields[0]), KernelText.number(fields[1]), ThreadTimes::new);
  }

  /** The letter of a thread's state; empty where it cannot be read. */
  Optional<Character> threadState(long pid, long thread) {
    return ProcStat.parse(read(pid, "task/" + thread + "/stat")).map(ProcStat::state);
  }

  /** What a process, and children that it has waited for, read from and wrote to disks. */
  Optional<Traffic> diskBytes(long pid) {
    String io = read(pid, "io");
    return KernelText.both(
        KernelText.labelled(io, "read_bytes:"),
        KernelText.labelled(io, "write_bytes:"),
        Traffic::new);
  }

  /** Bytes of all interfaces but the loopback one in a process's network namespace. */
  Optional<Traffic> networkBytes(long pid) {
    String devices = read(pid, "net/dev");
    return devices.isEmpty()
        ? Optional.empty()
        : Optional.of(
            devices
                .lines()
                .map(String::strip)
                .filter(line -> line.contains(":") && !line.startsWith("lo:"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip().split(" +"))
                .filter(fields -> fields.length > SENT_BYTES)
                .map(fields -> new Traffic(bytes(fields[0]), bytes(fields[SENT_BYTES])))
                .reduce(new Traffic(0, 0), Traffic::plus));
  }

  private static long bytes(String digits) {
    return KernelText.number(digits).orElse(0);
  }

  /** Whether it is a thread of the kernel, or the parent of all of those. */
  boolean isOfKernel(long pid) {
    return pid == KERNEL_THREADS
        || stat(pid).filter(found -> found.parent() == KERNEL_THREADS).isPresent();
  }

  private String read(long pid, String file) {
    return KernelText.of(root.resolve(Long.toString(pid)).resolve(file));
  }
}
