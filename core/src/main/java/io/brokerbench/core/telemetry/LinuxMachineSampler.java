package io.brokerbench.core.telemetry;

import io.brokerbench.core.telemetry.MachineReading.CpuTime;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The machine by way of {@code /proc} and {@code /sys}.
 *
 * <p>{@code /proc/stat} counts in ticks of 10 ms (see {@link LinuxProcessSampler}). Interrupts are
 * left out of the busy time: most of them carry the packets of broker and generator, and no process
 * is charged for them on kernels that measure them exactly. Disks are those of {@code /sys/block}
 * that stand for a device; loop devices, memory disks and mappings would count bytes twice.
 */
final class LinuxMachineSampler implements MachineSampler {

  private static final long NANOS_PER_TICK = 10_000_000;
  private static final long SECTOR_BYTES = 512;
  private static final int USER = 1;
  private static final int NICE = 2;
  private static final int SYSTEM = 3;
  private static final int STEAL = 8;
  private static final int DISK_NAME = 2;
  private static final int SECTORS_READ = 5;
  private static final int SECTORS_WRITTEN = 9;

  private final Path root;
  private final Set<String> disks;

  LinuxMachineSampler(Path root) {
    this.root = root;
    this.disks = wholeDisks(root.resolve("sys/block"));
  }

  private static Set<String> wholeDisks(Path folder) {
    Set<String> names = new HashSet<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        String name = entry.getFileName().toString();
        if (!name.matches("(loop|ram|zram|dm-|md|sr|fd).*")) {
          names.add(name);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      return Set.of();
    }
    return names;
  }

  @Override
  public MachineReading read() {
    return new MachineReading(cpu(), PressureFiles.ofMachine(root), diskBytes(), usedMemoryBytes());
  }

  private Optional<CpuTime> cpu() {
    int cores = 0;
    CpuTime sum = null;
    for (String line : lines("proc/stat")) {
      if (line.startsWith("cpu ")) {
        sum = cpuTime(line.split(" +", -1));
      } else if (line.startsWith("cpu")) {
        cores++;
      }
    }
    return sum == null || cores == 0
        ? Optional.empty()
        : Optional.of(new CpuTime(cores, sum.busyNanos(), sum.stealNanos()));
  }

  /** Time of guests is in that of users already. */
  private static CpuTime cpuTime(String[] fields) {
    long busy = ticks(fields, USER) + ticks(fields, NICE) + ticks(fields, SYSTEM);
    return new CpuTime(0, busy * NANOS_PER_TICK, ticks(fields, STEAL) * NANOS_PER_TICK);
  }

  private static long ticks(String[] fields, int position) {
    return position < fields.length ? KernelText.number(fields[position]).orElse(0) : 0;
  }

  private OptionalLong diskBytes() {
    long sectors = 0;
    boolean any = false;
    for (String line : lines("proc/diskstats")) {
      String[] fields = line.strip().split(" +", -1);
      if (fields.length > SECTORS_WRITTEN && disks.contains(fields[DISK_NAME])) {
        sectors += ticks(fields, SECTORS_READ) + ticks(fields, SECTORS_WRITTEN);
        any = true;
      }
    }
    return any ? OptionalLong.of(sectors * SECTOR_BYTES) : OptionalLong.empty();
  }

  private OptionalLong usedMemoryBytes() {
    String memory = KernelText.of(root.resolve("proc/meminfo"));
    OptionalLong total = KernelText.labelled(memory, "MemTotal:");
    OptionalLong available = KernelText.labelled(memory, "MemAvailable:");
    return total.isPresent() && available.isPresent()
        ? OptionalLong.of((total.getAsLong() - available.getAsLong()) * 1024)
        : OptionalLong.empty();
  }

  private List<String> lines(String file) {
    return KernelText.of(root.resolve(file)).lines().toList();
  }
}
