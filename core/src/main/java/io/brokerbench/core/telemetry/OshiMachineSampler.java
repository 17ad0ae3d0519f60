package io.brokerbench.core.telemetry;

import io.brokerbench.core.telemetry.MachineReading.CpuTime;
import io.brokerbench.core.telemetry.MachineReading.Stalls;
import java.util.Optional;
import java.util.OptionalLong;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.TickType;
import oshi.hardware.HardwareAbstractionLayer;

/**
 * The machine by way of OSHI, for systems other than Linux: CPU and memory only. Where OSHI cannot
 * load its native library, nothing is known.
 */
final class OshiMachineSampler implements MachineSampler {

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Optional<HardwareAbstractionLayer> hardware;

  OshiMachineSampler() {
    this.hardware = load();
  }

  private static Optional<HardwareAbstractionLayer> load() {
    try {
      return Optional.of(new SystemInfo().getHardware());
    } catch (RuntimeException | LinkageError e) {
      return Optional.empty();
    }
  }

  @Override
  public MachineReading read() {
    try {
      return hardware.map(OshiMachineSampler::read).orElse(MachineReading.UNKNOWN);
    } catch (RuntimeException | LinkageError e) {
      return MachineReading.UNKNOWN;
    }
  }

  private static MachineReading read(HardwareAbstractionLayer found) {
    CentralProcessor processor = found.getProcessor();
    long[] ticks = processor.getSystemCpuLoadTicks();
    long busy =
        ticks[TickType.USER.getIndex()]
            + ticks[TickType.NICE.getIndex()]
            + ticks[TickType.SYSTEM.getIndex()];
    CpuTime cpu =
        new CpuTime(
            processor.getLogicalProcessorCount(),
            busy * NANOS_PER_MILLI,
            ticks[TickType.STEAL.getIndex()] * NANOS_PER_MILLI);
    long used = found.getMemory().getTotal() - found.getMemory().getAvailable();
    return new MachineReading(
        Optional.of(cpu), Stalls.UNKNOWN, OptionalLong.empty(), OptionalLong.of(used));
  }
}
