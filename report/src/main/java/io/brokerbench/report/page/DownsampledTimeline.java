package io.brokerbench.report.page;

import io.brokerbench.core.result.MachineInterval;
import io.brokerbench.core.result.Pressure;
import io.brokerbench.core.result.TimelineInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * A timeline with fewer intervals, for runs of hours: some that follow each other become one.
 *
 * <p>What was counted is added up, CPU is averaged over time, and of backlogs, latencies and memory
 * the greatest is kept. Intervals of different phases stay apart.
 */
final class DownsampledTimeline {

  private DownsampledTimeline() {}

  /**
   * The timeline in about so many intervals; as it is, if it has no more.
   *
   * @param most at least 1
   */
  static List<TimelineInterval> of(List<TimelineInterval> timeline, int most) {
    int together = (timeline.size() + most - 1) / most;
    if (together <= 1) {
      return timeline;
    }
    List<TimelineInterval> downsampled = new ArrayList<>();
    int from = 0;
    while (from < timeline.size()) {
      int to = from + 1;
      while (to < timeline.size()
          && to - from < together
          && timeline.get(to).phase() == timeline.get(from).phase()) {
        to++;
      }
      downsampled.add(merged(timeline.subList(from, to)));
      from = to;
    }
    return downsampled;
  }

  private static TimelineInterval merged(List<TimelineInterval> parts) {
    TimelineInterval first = parts.get(0);
    TimelineInterval last = parts.get(parts.size() - 1);
    return new TimelineInterval(
        first.startMillis(),
        last.startMillis() + last.lengthMillis() - first.startMillis(),
        first.phase(),
        parts.stream().mapToLong(TimelineInterval::sent).sum(),
        parts.stream().mapToLong(TimelineInterval::acknowledged).sum(),
        parts.stream().mapToLong(TimelineInterval::received).sum(),
        parts.stream().mapToLong(TimelineInterval::backlog).max().orElse(0),
        greatest(parts, TimelineInterval::endToEndP50Nanos),
        greatest(parts, TimelineInterval::endToEndP99Nanos),
        greatest(parts, TimelineInterval::endToEndMaxNanos),
        mean(parts, TimelineInterval::brokerCpuPercentOfCore),
        greatest(parts, TimelineInterval::brokerRssBytes),
        mean(parts, TimelineInterval::generatorCpuPercentOfCore),
        last.brokerMetrics(),
        last.machine().map(machine -> machine(parts)));
  }

  private static MachineInterval machine(List<TimelineInterval> parts) {
    return new MachineInterval(
        ofMachine(parts, MachineInterval::otherCpuCores),
        ofMachine(parts, MachineInterval::stealCores),
        new Pressure(
            ofMachine(parts, machine -> machine.pressure().cpuSome()),
            ofMachine(parts, machine -> machine.pressure().ioSome()),
            ofMachine(parts, machine -> machine.pressure().ioFull()),
            ofMachine(parts, machine -> machine.pressure().memorySome()),
            ofMachine(parts, machine -> machine.pressure().memoryFull())));
  }

  private static OptionalDouble ofMachine(
      List<TimelineInterval> parts, Function<MachineInterval, OptionalDouble> figure) {
    return mean(parts, part -> figure.apply(part.machine().orElse(MachineInterval.UNKNOWN)));
  }

  private static OptionalLong greatest(
      List<TimelineInterval> parts, Function<TimelineInterval, OptionalLong> figure) {
    return parts.stream().map(figure).flatMapToLong(OptionalLong::stream).max();
  }

  private static OptionalDouble mean(
      List<TimelineInterval> parts, Function<TimelineInterval, OptionalDouble> figure) {
    double sum = 0;
    long millis = 0;
    for (TimelineInterval part : parts) {
      OptionalDouble value = figure.apply(part);
      if (value.isPresent()) {
        sum += value.getAsDouble() * part.lengthMillis();
        millis += part.lengthMillis();
      }
    }
    return millis == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum / millis);
  }
}
