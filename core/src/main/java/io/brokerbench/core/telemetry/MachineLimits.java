package io.brokerbench.core.telemetry;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/**
 * What this machine has for connections. What is not known is empty, and limits nothing.
 *
 * @param files that one process may have open
 * @param localPorts that the system gives to outgoing connections from one address to one port of
 *     another
 * @param availableMemoryBytes that can be had without swapping, by the machine and by the control
 *     group of this process, which in a container has a limit of its own
 */
public record MachineLimits(
    Optional<FileDescriptorLimit> files,
    OptionalLong localPorts,
    OptionalLong availableMemoryBytes) {

  /** Nothing is known. */
  public static final MachineLimits UNKNOWN =
      new MachineLimits(Optional.empty(), OptionalLong.empty(), OptionalLong.empty());

  private static final Path PORT_RANGE = Path.of("proc/sys/net/ipv4/ip_local_port_range");
  private static final Path GROUPS = Path.of("proc/self/cgroup");
  private static final Path MOUNTED = Path.of("sys/fs/cgroup");
  private static final GroupFiles VERSION_1 =
      new GroupFiles(
          "memory.limit_in_bytes",
          "memory.usage_in_bytes",
          Pattern.compile("(?m)^total_inactive_file (\\d{1,18})$"),
          Pattern.compile("(?m)^\\d+:(?:[^:]*,)?memory(?:,[^:]*)?:/(.*)$"));
  private static final GroupFiles VERSION_2 =
      new GroupFiles(
          "memory.max",
          "memory.current",
          Pattern.compile("(?m)^inactive_file (\\d{1,18})$"),
          Pattern.compile("(?m)^0::/(.*)$"));
  private static final Path MEMORY = Path.of("proc/meminfo");
  private static final Pattern TWO_NUMBERS = Pattern.compile("\\s*(\\d+)\\s+(\\d+)\\s*");

  /** Those of this machine and this process, now. */
  public static MachineLimits current() {
    return of(Path.of("/"), FileDescriptorLimit.current());
  }

  /** Those of a machine whose system files are below another folder. */
  static MachineLimits of(Path root, Optional<FileDescriptorLimit> files) {
    return new MachineLimits(files, localPorts(root), availableMemory(root));
  }

  private static OptionalLong localPorts(Path root) {
    Matcher range = TWO_NUMBERS.matcher(KernelText.of(root.resolve(PORT_RANGE)));
    return range.matches()
        ? OptionalLong.of(Long.parseLong(range.group(2)) - Long.parseLong(range.group(1)) + 1)
        : OptionalLong.empty();
  }

  private static OptionalLong availableMemory(Path root) {
    OptionalLong kibibytes =
        KernelText.labelled(KernelText.of(root.resolve(MEMORY)), "MemAvailable:");
    LongStream ofMachine = kibibytes.stream().map(value -> value * 1024);
    return LongStream.concat(ofMachine, ofGroup(root).stream()).min();
  }

  /** What the group may still use; the files that it has cached are given back when asked for. */
  private static OptionalLong ofGroup(Path root) {
    String groups = KernelText.of(root.resolve(GROUPS));
    Path mounted = root.resolve(MOUNTED);
    OptionalLong first = ofGroup(mounted.resolve("memory"), path(groups, VERSION_1), VERSION_1);
    return first.isPresent() ? first : ofGroup(mounted, path(groups, VERSION_2), VERSION_2);
  }

  private static OptionalLong ofGroup(Path mounted, String path, GroupFiles names) {
    // In a container the group's own folder is what is mounted. A parent may have less than it.
    OptionalLong least = OptionalLong.empty();
    for (Path folder = mounted.resolve(path);
        folder.startsWith(mounted);
        folder = folder.getParent()) {
      least = LongStream.concat(least.stream(), left(folder, names).stream()).min();
    }
    return least;
  }

  private static OptionalLong left(Path folder, GroupFiles names) {
    OptionalLong limit = number(KernelText.of(folder.resolve(names.limit())).strip());
    OptionalLong used = number(KernelText.of(folder.resolve(names.used())).strip());
    if (limit.isEmpty() || used.isEmpty()) {
      return OptionalLong.empty(); // no limit is written as a word: max
    }
    Matcher cached = names.cached().matcher(KernelText.of(folder.resolve("memory.stat")));
    long givenBack = cached.find() ? Long.parseLong(cached.group(1)) : 0;
    return OptionalLong.of(Math.max(0, limit.getAsLong() - used.getAsLong() + givenBack));
  }

  private static String path(String groups, GroupFiles names) {
    Matcher line = names.line().matcher(groups);
    return line.find() ? line.group(1) : "";
  }

  private static OptionalLong number(String digits) {
    return digits.matches("\\d{1,18}")
        ? OptionalLong.of(Long.parseLong(digits))
        : OptionalLong.empty();
  }

  /** How a version of control groups names its figures of memory. */
  private record GroupFiles(String limit, String used, Pattern cached, Pattern line) {}
}
