package io.brokerbench.experiment.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.definition.ScenarioCodec;
import io.brokerbench.core.definition.ScenarioFormat;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.scenario.ClientGroup;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.metric.Tolerances;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ComparisonRulesTest {

  private static final AbPlan PLAN = new AbPlan(6, Duration.ofMinutes(20), 1);

  private static ComparisonRules rules(int qos, boolean measured, boolean searches) {
    Scenario scenario =
        ScenarioCodec.read(
            "name: it\nworkload: {qos: %d}".formatted(qos), ScenarioFormat.YAML, "it.yaml");
    return new ComparisonRules(scenario, measured, searches);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1|true|false|",
        "0|true|false|only with an even open load of QoS 1 or 2, without faults",
        "1|false|false|only with a baseline that is measured",
        "1|true|true|not with search, which finds what both carry",
      })
  void aLoadThatCannotBeLimitedHasNoShare(int qos, boolean measured, boolean searches, String why) {
    ComparisonRules rules = rules(qos, measured, searches);
    AbPlan limited = PLAN.withLoadShare(OptionalDouble.of(0.5));

    assertThat(rules.allowLoadShare()).isEqualTo(why == null);
    assertThatCode(() -> rules.require(PLAN, Tolerances.USUAL)).doesNotThrowAnyException();
    if (why == null) {
      assertThatCode(() -> rules.require(limited, Tolerances.USUAL)).doesNotThrowAnyException();
    } else {
      assertThatThrownBy(() -> rules.require(limited, Tolerances.USUAL))
          .isInstanceOf(DefinitionException.class)
          .hasMessage("loadShare 0.5: " + why);
    }
  }

  /** A load that is on in turns uses a part of what it would if it were always on. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "broker.cpu>1.5",
        "broker.cpuOfSystem>50%",
        "broker.cpuTime>5s",
        "generator.cpu>1.5",
        "generator.cpuOfSystem>50%",
        "generator.cpuPerMessage>5us"
      })
  void aThresholdOfCoresIsRefused(String threshold) {
    Scenario scenario =
        ScenarioCodec.read(
            "name: it\nthresholds: ['p99>5ms', '%s']".formatted(threshold),
            ScenarioFormat.YAML,
            "it.yaml");

    assertThatThrownBy(
            () -> new ComparisonRules(scenario, true, false).require(PLAN, Tolerances.USUAL))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining(
            threshold + ": none of CPU but broker.cpuPerMessage, as the load is on in turns");
    assertThatCode(() -> new ComparisonRules(scenario, true, true).require(PLAN, Tolerances.USUAL))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1|false|sustainable|throughput.sustainable: only with search",
        "1|true|received|throughput.received: not with search, which compares"
            + " throughput.sustainable",
        "1|true|capacity|throughput.capacity: only with an even open load of QoS 1 or 2 on"
            + " both sides, and not with search",
        "0|false|capacity|throughput.capacity: only with an even open load of QoS 1 or 2 on"
            + " both sides, and not with search",
        "1|false|connect.p99|latency.connect.p99: only where clients do nothing but connect",
        "0|false|acknowledge.p99|latency.acknowledge.p99: only with QoS 1 and 2, which acknowledge"
            + " messages",
      })
  void aToleranceOfAFigureThatRunsDoNotHaveIsRefused(
      int qos, boolean searches, String figure, String message) {
    ComparisonRules rules = rules(qos, true, searches);

    assertThatThrownBy(() -> rules.require(PLAN, tolerances(figure + "=5%")))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("tolerance " + message);
    assertThatCode(() -> rules.require(PLAN, tolerances(figure + "=off")))
        .as("what is left out anyway")
        .doesNotThrowAnyException();
  }

  @Test
  void aToleranceBeyondItsLimitsIsRefusedBeforeAnythingIsMeasured() {
    assertThatThrownBy(() -> rules(0, true, false).require(PLAN, tolerances("all=150%")))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("throughput.received 150.0%: a tolerance below 100%, as nothing falls by more");
    assertThatCode(() -> rules(0, true, false).require(PLAN, tolerances("all=150%,received=50%")))
        .as("nothing else is compared that is better if it is higher")
        .doesNotThrowAnyException();
  }

  private static Tolerances tolerances(String list) {
    return Tolerances.parse(list, FigureCatalogue.comparable());
  }

  private static ClientGroup group(String name, int qos) {
    return new ClientGroup(name, Optional.empty(), rules(qos, true, false).scenario());
  }

  /** It would be accepted, and never compared. */
  @Test
  void aToleranceOfWhatAGroupDoesNotHaveIsRefused() {
    List<ClientGroup> mixed = List.of(group("telemetry", 0), group("commands", 1));
    String p99 = "latency.acknowledge.p99";
    String why = ": only with QoS 1 and 2, which acknowledge messages";

    assertThatCode(() -> require(mixed, p99)).doesNotThrowAnyException();
    assertThatCode(() -> require(mixed, "commands." + p99)).doesNotThrowAnyException();
    assertThatThrownBy(() -> require(mixed, "telemetry." + p99))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("tolerance telemetry." + p99 + why);
    assertThatThrownBy(() -> require(List.of(group("telemetry", 0)), p99))
        .hasMessage("tolerance " + p99 + why);
  }

  private static void require(List<ClientGroup> groups, String figure) {
    ComparisonRules.require(groups, Tolerances.parse(figure + "=20%"));
  }
}
