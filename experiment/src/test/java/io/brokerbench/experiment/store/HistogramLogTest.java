package io.brokerbench.experiment.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.TimelineInterval;
import io.brokerbench.core.result.TimelineInterval.Part;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Scenario;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogProcessor;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistogramLogTest {

  private final RunResult result = new ExampleResult().build();

  @Test
  void theReaderFindsEachDistributionUnderItsTag() {
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    HistogramLog.write(result, log);

    Map<String, Histogram> byTag = new HashMap<>();
    HistogramLogReader reader = new HistogramLogReader(new ByteArrayInputStream(log.toByteArray()));
    EncodableHistogram next;
    while ((next = reader.nextIntervalHistogram()) != null) {
      byTag.put(next.getTag(), (Histogram) next);
    }

    assertThat(byTag)
        .containsOnlyKeys(
            "endToEnd",
            "service",
            "sendDelay",
            "acknowledge",
            "connect",
            "connectTcp",
            "connectMqtt",
            "connectPacing",
            "subscribe",
            "pacing");
    assertThat(byTag.get("endToEnd"))
        .isEqualTo(result.latency().of(LatencyKind.END_TO_END).toHistogram());
    assertThat(reader.getStartTimeSec()).isEqualTo(result.startedAt().toEpochMilli() / 1e3);
  }

  @Test
  void thePublicProcessorReadsIt(@TempDir Path folder) throws Exception {
    Path log = folder.resolve("latency.hlog");
    try (OutputStream out = Files.newOutputStream(log)) {
      HistogramLog.write(result, out);
    }
    Path table = folder.resolve("table");

    Thread processor =
        new HistogramLogProcessor(
            new String[] {"-i", log.toString(), "-tag", "endToEnd", "-o", table.toString()});
    processor.start();
    processor.join();

    assertThat(Files.readString(Path.of(table + ".hgrm"), StandardCharsets.UTF_8))
        .contains("Total count    =        10000");
  }

  @Test
  void theIntervalIsTheSteadyStateOfACompleteRun() {
    assertThat(intervals(result)).containsOnly("2.000,10.000");
  }

  @Test
  void itStartsWhereTheWarmUpEndsEvenWithinASecond() {
    // The second in which the warm-up ends is labelled "warmUp" throughout.
    assertThat(
            intervals(
                with(2_345, 1_500, true, Part.WARM_UP, Part.WARM_UP, Part.WARM_UP, Part.STEADY)))
        .containsOnly("2.345,1.500");
    assertThat(intervals(with(200, 500, true, Part.WARM_UP))).containsOnly("0.200,0.500");
  }

  @Test
  void itEndsWithTheLastSecondThatWasSteadyWhereTheRunEndedEarly() {
    assertThat(
            intervals(
                with(1_500, 60_000, false, Part.WARM_UP, Part.WARM_UP, Part.STEADY, Part.DRAIN)))
        .containsOnly("1.500,1.500");
    assertThat(intervals(with(1_500, 60_000, false, Part.WARM_UP, Part.WARM_UP, Part.DRAIN)))
        .containsOnly("1.500,0.500");
  }

  @Test
  void itIsNotLongerThanPlannedWhereTheDrainBrokeOff() {
    assertThat(intervals(with(500, 1_200, false, Part.WARM_UP, Part.STEADY, Part.DRAIN)))
        .containsOnly("0.500,1.200");
  }

  @Test
  void itIsEmptyWhereTheRunEndedInTheWarmUp() {
    assertThat(intervals(with(5_000, 60_000, false, Part.WARM_UP, Part.WARM_UP, Part.DRAIN)))
        .containsOnly("5.000,0.000");
  }

  /** The example with other phases, and a timeline of whole seconds. */
  private RunResult with(long warmUpMillis, long steadyMillis, boolean complete, Part... phases) {
    Scenario scenario = result.scenario();
    Phases planned =
        new Phases(
            Duration.ofMillis(warmUpMillis),
            Duration.ofMillis(steadyMillis),
            scenario.phases().drainLimit(),
            scenario.phases().connectLimit());
    return result
        .with()
        .scenario(
            new Scenario(
                scenario.name(),
                scenario.description(),
                scenario.topology(),
                scenario.workload(),
                scenario.session(),
                planned))
        .machine(Optional.empty())
        .drift(Optional.empty())
        .timeline(IntStream.range(0, phases.length).mapToObj(i -> second(i, phases[i])).toList())
        .verdict(new Verdict(result.verdict().status(), complete, result.verdict().reasons()))
        .build();
  }

  private TimelineInterval second(int second, Part phase) {
    TimelineInterval like = result.timeline().get(0);
    return new TimelineInterval(
        second * 1_000L,
        1_000,
        phase,
        like.sent(),
        like.acknowledged(),
        like.received(),
        like.backlog(),
        like.endToEndP50Nanos(),
        like.endToEndP99Nanos(),
        like.endToEndMaxNanos(),
        like.brokerCpuPercentOfCore(),
        like.brokerRssBytes(),
        like.generatorCpuPercentOfCore(),
        like.brokerMetrics(),
        Optional.empty());
  }

  /** Start and length of each interval, as they are written. */
  private static List<String> intervals(RunResult result) {
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    HistogramLog.write(result, log);
    return log.toString(StandardCharsets.UTF_8)
        .lines()
        .filter(line -> line.startsWith("Tag="))
        .map(line -> line.split(",", -1))
        .map(columns -> columns[1] + "," + columns[2])
        .toList();
  }
}
