package io.brokerbench.core.telemetry;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;

/**
 * How many files and sockets this process may have open, and how many it has.
 *
 * @param limit most that may be open at a time; the JVM raises its soft limit to the hard one
 * @param open those that are open now
 */
public record FileDescriptorLimit(long limit, long open) {

  /** The limit of this process; empty where the operating system has none (Windows). */
  public static Optional<FileDescriptorLimit> current() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
            && unix.getMaxFileDescriptorCount() > 0
        ? Optional.of(
            new FileDescriptorLimit(
                unix.getMaxFileDescriptorCount(), unix.getOpenFileDescriptorCount()))
        : Optional.empty();
  }

  /** How many more may be opened. */
  public long free() {
    return Math.max(0, limit - open);
  }
}
