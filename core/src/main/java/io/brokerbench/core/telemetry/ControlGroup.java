package io.brokerbench.core.telemetry;

import java.io.IOException;
import java.nio.file.Files;
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
    try {
      List<String> lines = Files.readAllLines(proc.resolve(Long.toString(pid)).resolve("cgroup"));
      return version1(lines, mounted, part)
          .or(() -> version2(lines, mounted, part))
          .filter(group -> group.usage().isPresent());
    } catch (IOException e) {
      return Optional.empty();
    }
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
    try {
      OptionalLong nanos = unified ? times(1000, value(cpu, "usage_usec")) : number(cpu);
      OptionalLong anonymous = value(memory, unified ? "anon" : "total_rss");
      OptionalLong mapped = value(memory, unified ? "file_mapped" : "total_mapped_file");
      return nanos.isEmpty() || anonymous.isEmpty()
          ? Optional.empty()
          : Optional.of(
              new ProcessUsage(nanos.getAsLong(), anonymous.getAsLong() + mapped.orElse(0)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static OptionalLong number(Path file) throws IOException {
    return parse(Files.readString(file).strip());
  }

  private static OptionalLong value(Path file, String name) throws IOException {
    for (String line : Files.readAllLines(file)) {
      if (line.startsWith(name + " ")) {
        return parse(line.substring(name.length() + 1).strip());
      }
    }
    return OptionalLong.empty();
  }

  private static OptionalLong times(long factor, OptionalLong value) {
    return value.isPresent() ? OptionalLong.of(factor * value.getAsLong()) : value;
  }

  private static OptionalLong parse(String digits) {
    try {
      return OptionalLong.of(Long.parseLong(digits));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }
}
