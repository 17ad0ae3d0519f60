package io.brokerbench.report.text;

import io.brokerbench.core.base.Figures;
import io.brokerbench.core.result.Machine;
import io.brokerbench.core.result.Machine.CpuWait;
import io.brokerbench.core.result.Machine.Disk;
import io.brokerbench.core.result.Machine.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** How busy the machine was with other things, and how much of the latencies may be due to it. */
final class MachineText {

  /** Below this, there is nothing to see. */
  private static final double LEAST_SHARE = 0.005;

  /** Below one message in a thousand, no percentile that is shown has any of it. */
  private static final double LEAST_OF_MESSAGES = 0.001;

  private MachineText() {}

  /** {@code others 0.1 of 2 cores, io pressure 0 %, broker waited 1.0 % for a CPU; ...}. */
  static String of(Machine machine) {
    List<String> parts = new ArrayList<>();
    parts.add(others(machine));
    stealShare(machine).ifPresent(share -> parts.add("steal " + percent(share)));
    machine.pressure().ioSome().ifPresent(share -> parts.add("io pressure " + percent(share)));
    machine.pressure().memorySome().stream()
        .filter(share -> share >= LEAST_SHARE)
        .forEach(share -> parts.add("memory pressure " + percent(share)));
    String verb = " waited %s for a CPU";
    for (Map.Entry<String, CpuWait> wait : waits(machine).entrySet()) {
      parts.add(wait.getKey() + verb.formatted(percent(wait.getValue().share())));
      verb = " %s";
    }
    return String.join(", ", parts) + "; " + inLatencies(machine);
  }

  /** The figures of other work by their names. */
  static Map<String, String> words(Machine machine) {
    Map<String, String> words = new TreeMap<>();
    words.put("machine", of(machine));
    disk(machine.disk(), machine.seconds()).ifPresent(text -> words.put("disks", text));
    machine
        .brokerNetwork()
        .ifPresent(
            bytes ->
                words.put(
                    "network of the broker",
                    "%s received, %s sent"
                        .formatted(
                            Figures.bytes(bytes.receivedBytes()),
                            Figures.bytes(bytes.sentBytes()))));
    return words;
  }

  private static Optional<String> disk(Disk disk, double seconds) {
    List<String> parts = new ArrayList<>();
    if (disk.brokerReadBytes().isPresent() && disk.brokerWrittenBytes().isPresent()) {
      parts.add(
          "broker read %s and wrote %s"
              .formatted(
                  Figures.bytes(disk.brokerReadBytes().getAsLong()),
                  Figures.bytes(disk.brokerWrittenBytes().getAsLong())));
    }
    disk.otherBytes().ifPresent(bytes -> parts.add("others moved " + Figures.bytes(bytes)));
    disk.machineBytes().ifPresent(bytes -> parts.add("all disks together " + Figures.bytes(bytes)));
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of(String.join(", ", parts) + " in " + Figures.measured(seconds) + " s");
  }

  private static String others(Machine machine) {
    return machine.otherCpuCores().isEmpty()
        ? "others not known, " + machine.cores() + " cores"
        : "others %s of %d cores"
            .formatted(tenths(machine.otherCpuCores().getAsDouble()), machine.cores());
  }

  private static Optional<Double> stealShare(Machine machine) {
    return machine.stealCores().stream()
        .mapToObj(cores -> cores / machine.cores())
        .filter(share -> share >= LEAST_SHARE)
        .findFirst();
  }

  private static Map<String, CpuWait> waits(Machine machine) {
    Map<String, CpuWait> waits = new TreeMap<>();
    machine.brokerCpuWait().ifPresent(wait -> waits.put("broker", wait));
    machine.generatorCpuWait().ifPresent(wait -> waits.put("generator", wait));
    return waits;
  }

  /**
   * Messages that came while broker or generator waited for what others used, as a share of the
   * time; what waited in a queue behind them is not in it.
   */
  private static String inLatencies(Machine machine) {
    OptionalDouble waiting = waitingForOthers(machine);
    double found = machine.disturbedBy().stream().mapToDouble(Finding::share).max().orElse(0);
    if (waiting.isEmpty() && found == 0) {
      return "how much of the latencies is due to other work is not known";
    }
    double share = Math.min(1, Math.max(waiting.orElse(0), found));
    return share < LEAST_OF_MESSAGES
        ? "other work is in no percentile up to p99.9"
        : "other work may be in the slowest %s of the latencies".formatted(percent(share));
  }

  private static OptionalDouble waitingForOthers(Machine machine) {
    Map<String, CpuWait> waits = waits(machine);
    if (machine.otherCpuCores().isEmpty() || machine.ownCpuCores().isEmpty() || waits.isEmpty()) {
      return OptionalDouble.empty();
    }
    double others = machine.otherCpuCores().getAsDouble() + machine.stealCores().orElse(0);
    double all = others + machine.ownCpuCores().getAsDouble();
    double threads = waits.values().stream().mapToDouble(CpuWait::threads).sum();
    return OptionalDouble.of(all == 0 ? 0 : threads * others / all);
  }

  private static String tenths(double cores) {
    return String.format(Locale.ROOT, "%.1f", cores);
  }

  private static String percent(double share) {
    double percent = 100 * share;
    return percent > 0 && percent < 9.95
        ? String.format(Locale.ROOT, "%.1f %%", percent)
        : String.format(Locale.ROOT, "%.0f %%", percent);
  }
}
