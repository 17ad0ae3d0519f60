package io.brokerbench.core.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.definition.ScenarioCodec;
import io.brokerbench.core.definition.ScenarioFormat;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Threshold;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThresholdCheckTest {

  private static ThresholdCheck check(String threshold) {
    return ThresholdCheck.of(Threshold.parse(threshold));
  }

  private static boolean crossed(String threshold, double value) {
    return check(threshold).with(OptionalDouble.of(value)).isCrossed();
  }

  @ParameterizedTest
  @CsvSource({
    "p99>5ms, latency.endToEnd.p99, 5e6",
    "p99 > 5 ms, latency.endToEnd.p99, 5e6",
    "latency.service.p50>=120us, latency.service.p50, 120e3",
    "loss>0, messages.loss, 0",
    "loss>0.1%, messages.loss, 0.001",
    "lost>0, messages.lost, 0",
    "throughput<9000/s, throughput.received, 9000",
    "throughput<9000, throughput.received, 9000",
    "peakRss>512MB, broker.peakRss, 512e6",
    "peak memory>512MB, broker.peakRss, 512e6",
    "p99 end-to-end > 5ms, latency.endToEnd.p99, 5e6",
    "cpu>1.5, broker.cpu, 1.5",
    "cpuPerMessage>20us, broker.cpuPerMessage, 20e3",
    "sustainable<=20000/s, throughput.sustainable, 20000"
  })
  void aFigureIsNamedByItsPathItsEndOrItsTitleAndItsLimitHasItsUnit(
      String threshold, String path, double limit) {
    assertThat(check(threshold).figure().path()).isEqualTo(path);
    assertThat(check(threshold).limit()).isEqualTo(limit);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "p99 5ms | a figure, one of < <= > >=, and a limit, such as p99>5ms",
        "p99>5 | the limit of latency.endToEnd.p99 is a time with its unit, such as 5ms",
        "lost>5ms | the limit of messages.lost is a number",
        "loss>5 | the limit of messages.loss is a share, such as 0.1%",
        "peakRss>5 | the limit of broker.peakRss is a size with its unit (B, kB, MB, GB)",
        "p98>5ms | no such figure"
      })
  void whatIsNoneIsRefusedInALine(String threshold, String message) {
    assertThatThrownBy(() -> check(threshold))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining(message);
  }

  @Test
  void eachSignComparesAsItReads() {
    assertThat(List.of(crossed("lost>1", 1), crossed("lost>1", 2))).containsExactly(false, true);
    assertThat(List.of(crossed("lost>=1", 0), crossed("lost>=1", 1))).containsExactly(false, true);
    assertThat(List.of(crossed("lost<1", 0), crossed("lost<1", 1))).containsExactly(true, false);
    assertThat(List.of(crossed("lost<=1", 1), crossed("lost<=1", 2))).containsExactly(true, false);
  }

  @Test
  void whatIsNotMeasuredIsCrossed() {
    ThresholdCheck unknown = check("throughput<1");

    assertThat(unknown.isCrossed()).isTrue();
    assertThat(unknown.measured()).isEqualTo("throughput is not known");
  }

  @Test
  void theMarginIsTheShareOfTheLimit() {
    ThresholdCheck check = check("p99>5ms").with(OptionalDouble.of(7.2e6));

    assertThat(check.measured()).isEqualTo("p99 end-to-end 7.2 ms");
    assertThat(check.margin()).isEqualTo("fails above 5.0 ms; 44 % over");
    assertThat(NumberText.plain(check("throughput<9000/s").with(OptionalDouble.of(9900)).margin()))
        .isEqualTo("fails below 9 000/s; 10 % over");
    assertThat(NumberText.plain(check("p99>5ms").with(OptionalDouble.of(98e9)).margin()))
        .isEqualTo("fails above 5.0 ms; 19 600 times as much");
    assertThat(check("lost>0").with(OptionalDouble.of(3)).margin()).isEqualTo("fails above 0");
  }

  @Test
  void theWorstRunCountsForCountsAndTheMedianForTheRest() {
    List<Double> values = List.of(1.0, 5.0, 2.0);

    assertThat(over("lost>0", values)).hasValue(5);
    assertThat(over("connections.connected<10", values)).hasValue(1);
    assertThat(over("throughput<3", values)).hasValue(2);
    assertThat(check("lost>0").over(List.of()).isCrossed()).isTrue();
  }

  private static OptionalDouble over(String threshold, List<Double> values) {
    ThresholdCheck check = check(threshold);
    return check
        .over(values.stream().map(value -> check.with(OptionalDouble.of(value))).toList())
        .value();
  }

  @Test
  void aRunIsCheckedByTheThresholdsOfItsScenario() {
    RunResult run = new ExampleResult().thresholds("p99>1s", "throughput<1/s", "sent<1").build();

    assertThat(ThresholdCheck.of(run)).hasSize(3).noneMatch(ThresholdCheck::isCrossed);
    assertThat(ThresholdCheck.of(new ExampleResult().thresholds("p99>1ns").build()))
        .allMatch(ThresholdCheck::isCrossed);
  }

  @Test
  void aScenariosFileHasThem() {
    Scenario read =
        ScenarioCodec.read(
            "name: x\nthresholds: [p99>5ms, 'loss>0']\n", ScenarioFormat.YAML, "x.yaml");

    assertThat(read.thresholds().orElseThrow())
        .extracting(Threshold::toString)
        .containsExactly("p99>5ms", "loss>0");
    assertThat(
            ScenarioCodec.read(
                ScenarioCodec.write(read, ScenarioFormat.YAML), ScenarioFormat.YAML, "again"))
        .isEqualTo(read);
    assertThatThrownBy(
            () ->
                ScenarioCodec.read(
                    "name: x\nthresholds: [p98>5ms]\n", ScenarioFormat.YAML, "x.yaml"))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("x.yaml:2:1: thresholds")
        .hasMessageContaining("no such figure");
  }
}
