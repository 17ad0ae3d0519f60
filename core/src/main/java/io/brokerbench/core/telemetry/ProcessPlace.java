package io.brokerbench.core.telemetry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where a process runs, by which another process knows what its number means.
 *
 * @param machine the running system; empty where it has no name (Linux has one)
 * @param numbering within which process numbers are unique; empty likewise
 * @param pid its number there
 */
public record ProcessPlace(Optional<String> machine, Optional<String> numbering, long pid) {

  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
  private static final Path PIDS = Path.of("/proc/self/ns/pid");

  /** That of this process. */
  public static ProcessPlace ofThisProcess() {
    long pid = ProcessHandle.current().pid();
    try {
      return new ProcessPlace(
          Optional.of(Files.readString(BOOT).strip()),
          Optional.of(Files.readSymbolicLink(PIDS).toString()),
          pid);
    } catch (IOException | UnsupportedOperationException e) {
      return new ProcessPlace(Optional.empty(), Optional.empty(), pid);
    }
  }

  /** Whether both are known to run on one machine. */
  public boolean sharesMachineWith(ProcessPlace other) {
    return machine.isPresent() && machine.equals(other.machine);
  }

  /** Whether the number of each is that of the same process to the other. */
  public boolean sharesNumbersWith(ProcessPlace other) {
    return sharesMachineWith(other) && numbering.isPresent() && numbering.equals(other.numbering);
  }
}
