package io.brokerbench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.definition.ScenarioDefaults;
import io.brokerbench.core.load.ClosedLoad;
import io.brokerbench.core.load.LoadModel;
import io.brokerbench.core.load.NoLoad;
import io.brokerbench.core.load.PoissonLoad;
import io.brokerbench.core.load.RampLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.scenario.Conditions;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Fault;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.core.scenario.NetworkConditions;
import io.brokerbench.core.scenario.PayloadSpec;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Session;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.scenario.Workload;
import io.brokerbench.core.storm.Storm;
import io.brokerbench.core.storm.StormKind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ScenarioTextTest {

  private static final LoadModel RAMP =
      new RampLoad(Rate.perSecond(500), Rate.perSecond(20_000), Duration.ofSeconds(5));

  @Test
  void sharedSubscriptions() {
    assertThat(text(Distribution.SHARED, 10, new PoissonLoad(Rate.perSecond(0.5)), 0))
        .containsExactly(
            "1 000 publishers -> 10 consumers sharing one durable subscription",
            "MQTT 5, QoS 1, 32 B, 0.5 msg/s open load (Poisson), warm-up until settled, 10 s",
            "steady");
  }

  @Test
  void partitionsWithAbsence() {
    assertThat(text(Distribution.PARTITIONS, 4, RAMP, 0.5))
        .containsExactly(
            "1 000 publishers -> 4 consumers, each durably subscribed to a part, 50 % of them",
            "away for a while",
            "MQTT 5, QoS 1, 32 B, 500 to 20 000 msg/s open load over 5 s, 10 s warm-up, 10 s",
            "steady");
  }

  @Test
  void oneConsumerAndMany() {
    assertThat(text(Distribution.SINGLE, 1, new ClosedLoad(20), 0).get(0))
        .isEqualTo("1 000 publishers -> 1 consumer, durably subscribed to all of it");
    assertThat(text(Distribution.ALL, 3, new ClosedLoad(20), 0))
        .containsExactly(
            "1 000 publishers -> 3 consumers, each durably subscribed to all of it",
            "MQTT 5, QoS 1, 32 B, closed load (window 20), warm-up until settled, 10 s steady");
  }

  @Test
  void clientsThatOnlyConnect() {
    assertThat(text(Distribution.NONE, 0, new NoLoad(), 0))
        .containsExactly(
            "1 000 clients connect as fast as the broker accepts them",
            "MQTT 5, nothing is sent, held for 20 s");
    Scenario fanIn =
        new Scenario(
            "X",
            "",
            new Topology(20, 2, Distribution.SHARED),
            ScenarioDefaults.workload(Qos.AT_MOST_ONCE),
            ScenarioDefaults.session(false).withConnectRate(Rate.perSecond(500)),
            ScenarioDefaults.PHASES);
    assertThat(ScenarioText.lines("", fanIn).get(0))
        .isEqualTo("20 publishers -> 2 consumers sharing one subscription, connecting at 500/s");
  }

  @Test
  void whatIsDoneToTheBrokerAndItsNetwork() {
    Fault fault =
        new Fault(FaultKind.KILL, Duration.ofSeconds(3), Optional.of(Duration.ofSeconds(2)));
    NetworkConditions network =
        new NetworkConditions(
            Duration.ofMillis(20),
            Duration.ofMillis(5),
            0,
            Optional.of(10_000_000L),
            Optional.empty(),
            Optional.of(Duration.ofMillis(7)));
    Scenario scenario =
        new Scenario(
                "X",
                "",
                new Topology(20, 2, Distribution.SHARED),
                ScenarioDefaults.workload(Qos.AT_MOST_ONCE),
                ScenarioDefaults.session(false),
                ScenarioDefaults.PHASES)
            .withConditions(Conditions.HIGH_AVAILABILITY.withFault(fault).withNetwork(network));
    assertThat(ScenarioText.lines("", scenario))
        .endsWith(
            "the active node is killed 3 s into the steady state, healed after 2 s",
            "network with 20 ms latency, 5.0 ms jitter, 10 Mbit/s in each direction, 7.0 ms",
            "latency between nodes in each direction");
  }

  /** Most storms are spaced by milliseconds. */
  @Test
  void shortTimesHaveTheirMilliseconds() {
    Storm storm =
        new Storm(
            StormKind.CHURN,
            Optional.of(Duration.ofMillis(5)),
            Optional.empty(),
            Optional.of(Duration.ofMillis(250)),
            Optional.empty());
    Fault fault =
        new Fault(FaultKind.KILL, Duration.ofMillis(40), Optional.of(Duration.ofMillis(1_500)));
    Scenario scenario =
        new Scenario(
            "X",
            "",
            new Topology(20, 20, Distribution.PARTITIONS),
            ScenarioDefaults.workload(Qos.AT_LEAST_ONCE),
            ScenarioDefaults.session(false),
            ScenarioDefaults.PHASES);

    assertThat(ScenarioText.lines("", scenario.withConditions(Conditions.NONE.withStorm(storm))))
        .contains("further clients come, one every 5 ms, stay for 250 ms and leave");
    assertThat(ScenarioText.lines("", scenario.withConditions(Conditions.NONE.withFault(fault))))
        .contains("the active node is killed 40 ms into the steady state, healed after 1.5 s");
  }

  @Test
  void aLoadThatIsOnAndOffSaysForHowLong() {
    Scenario bursts =
        ScenarioChange.set("workload.onOff.on", "1s")
            .and("workload.onOff.off", "4s")
            .applyTo(new ExampleResult().build().scenario());

    assertThat(ScenarioText.lines("", bursts).stream().map(NumberText::plain))
        .anyMatch(line -> line.contains("10 000 msg/s open load (1 s on, 4 s off)"));
  }

  private static List<String> text(
      Distribution distribution, int consumers, LoadModel load, double absent) {
    Scenario scenario =
        new Scenario(
            "X",
            "",
            new Topology(1_000, consumers, distribution),
            new Workload(Qos.AT_LEAST_ONCE, new PayloadSpec(32), false, load, 1),
            new Session(Protocol.MQTT_5, true, absent, 100, Duration.ofSeconds(60)),
            ScenarioDefaults.PHASES);
    return ScenarioText.lines("", scenario).stream().map(NumberText::plain).toList();
  }
}
