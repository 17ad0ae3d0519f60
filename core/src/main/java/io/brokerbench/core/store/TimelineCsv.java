package io.brokerbench.core.store;

import io.brokerbench.core.result.BrokerMetrics;
import io.brokerbench.core.result.MachineInterval;
import io.brokerbench.core.result.TimelineInterval;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A timeline as CSV (RFC 4180, lines end with a line feed): a header whose names carry the units,
 * then one row for each interval. What isn't known is an empty field.
 */
public final class TimelineCsv {

  /** The first line. */
  public static final String HEADER =
      "start_ms,length_ms,phase,sent_messages,acknowledged_messages,received_messages,"
          + "backlog_messages,end_to_end_p50_ns,end_to_end_p99_ns,end_to_end_max_ns,"
          + "broker_cpu_percent_of_core,broker_rss_bytes,generator_cpu_percent_of_core,"
          + "broker_queued_messages,broker_connections,broker_heap_bytes,broker_stored_bytes,"
          + "other_cpu_cores,steal_cores,cpu_some_share,io_some_share,io_full_share,"
          + "memory_some_share,memory_full_share";

  private TimelineCsv() {}

  /** The whole text. */
  public static String of(List<TimelineInterval> timeline) {
    return Stream.concat(Stream.of(HEADER), timeline.stream().map(TimelineCsv::row))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static String row(TimelineInterval interval) {
    MachineInterval machine = interval.machine().orElse(MachineInterval.UNKNOWN);
    BrokerMetrics told = interval.brokerMetrics().orElse(BrokerMetrics.NONE);
    return String.join(
        ",",
        Long.toString(interval.startMillis()),
        Long.toString(interval.lengthMillis()),
        interval.phase(),
        Long.toString(interval.sent()),
        Long.toString(interval.acknowledged()),
        Long.toString(interval.received()),
        Long.toString(interval.backlog()),
        field(interval.endToEndP50Nanos()),
        field(interval.endToEndP99Nanos()),
        field(interval.endToEndMaxNanos()),
        field(interval.brokerCpuPercentOfCore()),
        field(interval.brokerRssBytes()),
        field(interval.generatorCpuPercentOfCore()),
        field(told.queuedMessages()),
        field(told.connections()),
        field(told.heapBytes()),
        field(told.storedBytes()),
        field(machine.otherCpuCores()),
        field(machine.stealCores()),
        field(machine.pressure().cpuSome()),
        field(machine.pressure().ioSome()),
        field(machine.pressure().ioFull()),
        field(machine.pressure().memorySome()),
        field(machine.pressure().memoryFull()));
  }

  private static String field(OptionalLong value) {
    return value.isPresent() ? Long.toString(value.getAsLong()) : "";
  }

  private static String field(OptionalDouble value) {
    return value.isPresent() ? Double.toString(value.getAsDouble()) : "";
  }
}
