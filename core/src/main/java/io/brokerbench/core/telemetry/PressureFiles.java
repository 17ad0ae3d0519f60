package io.brokerbench.core.telemetry;

import io.brokerbench.core.telemetry.MachineReading.Stalls;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Pressure stall information of the machine and of control groups.
 *
 * <p>The machine's is in {@code /proc/pressure}; a group's is in its folder, in version 2 only.
 */
final class PressureFiles {

  private static final String TOTAL = " total=";

  private PressureFiles() {}

  /** Of all tasks of the machine. */
  static Stalls ofMachine(Path root) {
    Path folder = root.resolve("proc/pressure");
    return read(folder.resolve("cpu"), folder.resolve("io"), folder.resolve("memory"));
  }

  /**
   * Of the control group of a process; empty for the root group, which is the whole machine, and
   * where the group keeps none.
   */
  static Optional<Stalls> ofGroup(Path root, long pid) {
    return group(root, pid)
        .flatMap(
            path ->
                folder(root.resolve("sys/fs/cgroup"), path)
                    .or(() -> folder(root.resolve("sys/fs/cgroup/unified"), path)))
        .map(
            folder ->
                read(
                    folder.resolve("cpu.pressure"),
                    folder.resolve("io.pressure"),
                    folder.resolve("memory.pressure")));
  }

  /** The path of a process in version 2, whose line names no controllers. */
  static Optional<String> group(Path root, long pid) {
    for (String line : KernelText.of(root.resolve("proc/" + pid + "/cgroup")).lines().toList()) {
      if (line.startsWith("0::/") && line.length() > "0::/".length()) {
        return Optional.of(line.substring("0::/".length()).strip());
      }
    }
    return Optional.empty();
  }

  private static Optional<Path> folder(Path mounted, String group) {
    Path folder = mounted.resolve(group).normalize();
    return folder.startsWith(mounted) && Files.isReadable(folder.resolve("cpu.pressure"))
        ? Optional.of(folder)
        : Optional.empty();
  }

  private static Stalls read(Path cpu, Path io, Path memory) {
    String ofIo = KernelText.of(io);
    String ofMemory = KernelText.of(memory);
    return new Stalls(
        total(KernelText.of(cpu), "some"),
        total(ofIo, "some"),
        total(ofIo, "full"),
        total(ofMemory, "some"),
        total(ofMemory, "full"));
  }

  private static OptionalLong total(String text, String kind) {
    for (String line : text.lines().toList()) {
      int at = line.indexOf(TOTAL);
      if (line.startsWith(kind + " ") && at > 0) {
        return KernelText.number(line.substring(at + TOTAL.length()));
      }
    }
    return OptionalLong.empty();
  }
}
