package io.brokerbench.core.telemetry;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads what all processes of this machine have used and waited for.
 *
 * <p>Never throws: what the kernel does not report is empty. Cheap enough for one call a second.
 * Instances belong to one thread.
 */
public interface MachineSampler {

  /** The counters at this moment; take the difference of two readings. */
  MachineReading read();

  /** The sampler for this machine: {@code /proc} on Linux, OSHI elsewhere. */
  static MachineSampler ofThisMachine() {
    return Files.isReadable(Path.of("/proc/stat"))
        ? new LinuxMachineSampler(Path.of("/"))
        : new OshiMachineSampler();
  }
}
