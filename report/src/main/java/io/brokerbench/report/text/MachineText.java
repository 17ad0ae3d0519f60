package io.brokerbench.report.text;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.Unit;
import io.brokerbench.core.result.Machine;
import io.brokerbench.core.result.Machine.CpuWait;
import io.brokerbench.core.result.Machine.Finding;
import io.brokerbench.core.result.RunResult;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.BiPredicate;

/** How busy the machine was with other things, and how much of the latencies may be due to it. */
final class MachineText {

  /** Below this share, or part of a core, there is nothing to see. */
  private static final double LEAST = 0.005;

  /** Below one message in a thousand, no percentile that is shown has any of it. */
  private static final double LEAST_OF_MESSAGES = 0.001;

  private MachineText() {}

  /** {@code 2 cores, CPU of others 0.1 cores, broker waited for a CPU 1.0 %; ...}. */
  static String of(RunResult result) {
    Machine machine = result.machine().orElseThrow();
    String others = new FigureText(result, "not known").fill(", CPU of others {machine.otherCpu}");
    String figures = of(result, (figure, value) -> figure.brief() && value >= LEAST);
    return NumberText.counted(machine.cores(), "core")
        + others
        + (figures.isEmpty() ? "" : ", " + figures)
        + "; "
        + inLatencies(machine);
  }

  /** What is known of the machine by name; empty where nothing is. */
  static Map<String, String> words(RunResult result) {
    Map<String, String> words = new LinkedHashMap<>();
    if (result.machine().isPresent()) {
      words.put("machine", of(result));
      String moved = of(result, (figure, value) -> figure.unit() == Unit.BYTES);
      if (!moved.isEmpty()) {
        String seconds = NumberText.measured(result.machine().get().seconds());
        words.put("disks, network, memory", "in " + seconds + " s: " + moved);
      }
    }
    return words;
  }

  private static String of(RunResult result, BiPredicate<Figure, Double> shown) {
    return new FigureText(result).titled("machine", shown);
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
        : "other work may be in the slowest %s of the latencies".formatted(Unit.SHARE.text(share));
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
}
