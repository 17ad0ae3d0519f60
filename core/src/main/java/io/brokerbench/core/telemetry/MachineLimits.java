package io.brokerbench.core.telemetry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What this machine has for connections. What isn't known is empty, and limits nothing.
 *
 * @param files that one process may have open
 * @param localPorts that the system gives to outgoing connections from one address to one port of
 *     another
 * @param availableMemoryBytes that can be had without swapping
 */
public record MachineLimits(
    Optional<FileDescriptorLimit> files,
    OptionalLong localPorts,
    OptionalLong availableMemoryBytes) {

  private static final Path PORT_RANGE = Path.of("proc/sys/net/ipv4/ip_local_port_range");
  private static final Path MEMORY = Path.of("proc/meminfo");
  private static final Pattern TWO_NUMBERS = Pattern.compile("\\s*(\\d+)\\s+(\\d+)\\s*");
  private static final Pattern AVAILABLE = Pattern.compile("MemAvailable:\\s*(\\d+) kB");

  /** Those of this machine and this process, now. */
  public static MachineLimits current() {
    return of(Path.of("/"), FileDescriptorLimit.current());
  }

  /** Those of a machine whose system files are below another folder. */
  static MachineLimits of(Path root, Optional<FileDescriptorLimit> files) {
    return new MachineLimits(files, localPorts(root), availableMemory(root));
  }

  private static OptionalLong localPorts(Path root) {
    Matcher range = TWO_NUMBERS.matcher(read(root.resolve(PORT_RANGE)));
    return range.matches()
        ? OptionalLong.of(Long.parseLong(range.group(2)) - Long.parseLong(range.group(1)) + 1)
        : OptionalLong.empty();
  }

  private static OptionalLong availableMemory(Path root) {
    Matcher available = AVAILABLE.matcher(read(root.resolve(MEMORY)));
    return available.find()
        ? OptionalLong.of(Long.parseLong(available.group(1)) * 1024)
        : OptionalLong.empty();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return "";
    }
  }
}
