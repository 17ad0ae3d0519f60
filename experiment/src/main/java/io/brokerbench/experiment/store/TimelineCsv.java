package io.brokerbench.experiment.store;

import static java.util.Map.entry;

import io.brokerbench.core.base.Csv;
import io.brokerbench.core.result.BrokerMetrics;
import io.brokerbench.core.result.MachineInterval;
import io.brokerbench.core.result.Pressure;
import io.brokerbench.core.result.TimelineInterval;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** A timeline as CSV: a header whose names carry the units, then one row for each interval. */
public final class TimelineCsv {

  private static final List<Map.Entry<String, Function<TimelineInterval, Object>>> COLUMNS =
      List.of(
          entry("start_ms", TimelineInterval::startMillis),
          entry("length_ms", TimelineInterval::lengthMillis),
          entry("phase", TimelineInterval::phase),
          entry("sent_messages", TimelineInterval::sent),
          entry("acknowledged_messages", TimelineInterval::acknowledged),
          entry("received_messages", TimelineInterval::received),
          entry("backlog_messages", TimelineInterval::backlog),
          entry("end_to_end_p50_ns", TimelineInterval::endToEndP50Nanos),
          entry("end_to_end_p99_ns", TimelineInterval::endToEndP99Nanos),
          entry("end_to_end_max_ns", TimelineInterval::endToEndMaxNanos),
          entry("broker_cpu_percent_of_core", TimelineInterval::brokerCpuPercentOfCore),
          entry("broker_rss_bytes", TimelineInterval::brokerRssBytes),
          entry("generator_cpu_percent_of_core", TimelineInterval::generatorCpuPercentOfCore),
          entry("broker_queued_messages", broker(BrokerMetrics::queuedMessages)),
          entry("broker_connections", broker(BrokerMetrics::connections)),
          entry("broker_heap_bytes", broker(BrokerMetrics::heapBytes)),
          entry("broker_stored_bytes", broker(BrokerMetrics::storedBytes)),
          entry("other_cpu_cores", machine(MachineInterval::otherCpuCores)),
          entry("steal_cores", machine(MachineInterval::stealCores)),
          entry("cpu_some_share", pressure(Pressure::cpuSome)),
          entry("io_some_share", pressure(Pressure::ioSome)),
          entry("io_full_share", pressure(Pressure::ioFull)),
          entry("memory_some_share", pressure(Pressure::memorySome)),
          entry("memory_full_share", pressure(Pressure::memoryFull)));

  /** Names of the columns, the first line. */
  static final List<String> HEADER = COLUMNS.stream().map(Map.Entry::getKey).toList();

  private TimelineCsv() {}

  /** The whole text. */
  public static String of(List<TimelineInterval> timeline) {
    return Csv.of(
        HEADER,
        timeline.stream()
            .map(interval -> COLUMNS.stream().map(column -> column.getValue().apply(interval)))
            .map(Stream::toList)
            .toList());
  }

  private static Function<TimelineInterval, Object> broker(Function<BrokerMetrics, Object> value) {
    return interval -> value.apply(interval.brokerMetrics().orElse(BrokerMetrics.NONE));
  }

  private static Function<TimelineInterval, Object> machine(
      Function<MachineInterval, Object> value) {
    return interval -> value.apply(interval.machine().orElse(MachineInterval.UNKNOWN));
  }

  private static Function<TimelineInterval, Object> pressure(Function<Pressure, Object> value) {
    return machine(machine -> value.apply(machine.pressure()));
  }
}
