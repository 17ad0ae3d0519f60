package io.brokerbench.core.telemetry;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What all processes of a control group of Linux use, as its own account has it: for containers.
 *
 * <p>CPU time is exact and never falls, as processes that have ended stay in it. Memory is what is
 * resident in the sense in which it is for a process: anonymous pages and those of mapped files,
 * without the rest of the page cache, which a broker fills with its journal and the kernel takes
 * back at will. Reads two small files; safe for use by several threads.
 *
 * @param cpu file with the CPU time
 * @param memory file of lines {@code name value}
 * @param unified whether the files are of version 2
 */
public record ControlGroup(Path cpu, Path memory, boolean unified) {

  private static final Path PROC = Path.of("/proc");
  private static final Path MOUNTED = Path.of("/sys/fs/cgroup");

  /**
   * The group of a process.
   *
   * @param part of the group's name, such as a container's id; a process of another machine that
   *     has the same pid here is not in such a group
   * @return empty where there is none to be read
   */
  public static Optional<ControlGroup> of(long pid, String part) {
    return of(PROC, MOUNTED, pid, part);
  }

  static Optional<ControlGroup> of(Path proc, Path mounted, long pid, String part) {
    List<String> lines =
        KernelText.of(proc.resolve(Long.toString(pid)).resolve("cgroup")).lines().toList();
    return version1(lines, mounted, part)
        .or(() -> version2(lines, mounted, part))
        .filter(group -> group.usage().isPresent());
  }

  private static Optional<ControlGroup> version1(List<String> lines, Path mounted, String part) {
    Optional<Path> cpu = folder(lines, "cpuacct", mounted.resolve("cpuacct"), part);
    Optional<Path> memory = folder(lines, "memory", mounted.resolve("memory"), part);
    return cpu.isEmpty() || memory.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new ControlGroup(
                cpu.get().resolve("cpuacct.usage"), memory.get().resolve("memory.stat"), false));
  }

  private static Optional<ControlGroup> version2(List<String> lines, Path mounted, String part) {
    return folder(lines, "", mounted, part)
        .map(path -> new ControlGroup(path.resolve("cpu.stat"), path.resolve("memory.stat"), true));
  }

  /** A line is {@code number:controllers:path}; version 2 names no controllers. */
  private static Optional<Path> folder(
      List<String> lines, String controller, Path mounted, String part) {
    return lines.stream()
        .map(line -> line.split(":", 3))
        .filter(fields -> fields.length == 3 && fields[2].contains(part))
        .filter(fields -> List.of(fields[1].split(",", -1)).contains(controller))
        .map(fields -> mounted.resolve(fields[2].substring(1)))
        .findFirst();
  }

  /** At this moment; empty once the group is gone. */
  public Optional<ProcessUsage> usage() {
    String time = KernelText.of(cpu);
    OptionalLong cpuNanos =
        unified ? micros(KernelText.labelled(time, "usage_usec ")) : KernelText.number(time);
    String pages = KernelText.of(memory);
    long mapped =
        KernelText.labelled(pages, unified ? "file_mapped " : "total_mapped_file ").orElse(0);
    return KernelText.both(
        cpuNanos,
        KernelText.labelled(pages, unified ? "anon " : "total_rss "),
        (nanos, anonymous) -> new ProcessUsage(nanos, anonymous + mapped));
  }

  private static OptionalLong micros(OptionalLong value) {
    return value.isPresent() ? OptionalLong.of(1000 * value.getAsLong()) : value;
  }
}
