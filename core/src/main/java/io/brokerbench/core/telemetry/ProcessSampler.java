package io.brokerbench.core.telemetry;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Reads what processes of this machine use.
 *
 * <p>Never throws: a process that is gone, or cannot be looked at, is empty. A pid that was sampled
 * before and now belongs to another process is empty too. Cheap enough for several calls a second.
 * Instances belong to one thread.
 */
public interface ProcessSampler {

  /**
   * A process together with its children, their children and so on.
   *
   * <p>CPU time is what all living ones have used, plus what those have used that ended and were
   * waited for; no time is counted twice. It can only fall when a child ends that its parent never
   * waits for. Memory is the sum of the living ones; pages that they share are counted for each.
   */
  Optional<ProcessUsage> sample(long pid);

  /** A process without its children, such as this JVM, whose child may be the broker under test. */
  Optional<ProcessUsage> sampleAlone(long pid);

  /** A process and its children, their children and so on, as far as they are known. */
  default List<Long> family(long pid) {
    return List.of(pid);
  }

  /**
   * What some processes hold together. Those that are gone hold nothing; empty parts where one of
   * the others cannot be looked at, or all are gone.
   */
  default ProcessHoldings holdings(List<Long> pids) {
    return ProcessHoldings.UNKNOWN;
  }

  /** The sampler for this machine: {@code /proc} on Linux, OSHI elsewhere. */
  static ProcessSampler ofThisMachine() {
    return Files.isReadable(Path.of("/proc/self/stat"))
        ? new LinuxProcessSampler()
        : new OshiProcessSampler();
  }
}
