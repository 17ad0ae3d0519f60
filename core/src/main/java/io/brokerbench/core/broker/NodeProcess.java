package io.brokerbench.core.broker;

import java.time.Duration;
import java.util.Optional;

/**
 * A process of a node.
 *
 * @param pid on this machine
 * @param cpuAtEnd user and system time that it had used when it was killed on purpose; empty while
 *     it runs
 */
public record NodeProcess(long pid, Optional<Duration> cpuAtEnd) {

  /** One that runs. */
  public static NodeProcess running(long pid) {
    return new NodeProcess(pid, Optional.empty());
  }
}
