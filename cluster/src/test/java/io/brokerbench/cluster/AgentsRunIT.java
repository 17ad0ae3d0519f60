package io.brokerbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.definition.Scenarios;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.result.AgentUsage;
import io.brokerbench.core.result.Failover;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.Requests;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Conditions;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Fault;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.storm.StormOutcome;
import io.brokerbench.testkit.broker.FaultyBroker;
import io.brokerbench.testkit.broker.MessageFilter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two agents find each other, share a secret, and say together what one process says alone. */
@Tag("release")
class AgentsRunIT {

  private static RunResult run(RigSettings settings) throws Exception {
    Scenario scenario = Lab.scenario(Distribution.SHARED, Qos.AT_LEAST_ONCE, Duration.ofSeconds(1));
    try (FaultyBroker broker = FaultyBroker.start()) {
      broker.faults().dropDelivery(3, 17).dropDelivery(8, 120).duplicateDelivery(5, 55);
      return Lab.rig(scenario, broker, settings, RunListener.NONE).run();
    }
  }

  @Test
  void twoAgentsHaveTheSameAccountAsOneProcess() throws Exception {
    Messages alone = run(RigSettings.defaults()).messages();
    try (Lab lab = new Lab()) {
      assertThat(lab.agent("a").address()).startsWith("127.0.0.1:");
      lab.agent("b");
      ReservedAgentPool agentPool = lab.reserve(2);
      RunResult result = run(RigSettings.defaults().withAgentPool(agentPool));
      assertThat(result.messages()).isEqualTo(alone);
      assertThat(result.driver().workers()).isEqualTo(2);
      List<AgentUsage> agents = result.generator().agents().orElseThrow();
      assertThat(agents).extracting(AgentUsage::name).containsExactly("a", "b");
      assertThat(agents).extracting(AgentUsage::publishers).containsExactly(5, 5);
      assertThat(agents).extracting(AgentUsage::consumers).containsExactly(4, 0);
      assertThat(agents).allSatisfy(AgentsRunIT::hasItsClockAndShare);
      long timed = result.latency().of(LatencyKind.END_TO_END).count();
      assertThat(timed).isBetween(400L, 600L);
      assertThat(result.verdict().reasons())
          .anyMatch(reason -> reason.contains("between clients of one agent only"));
      agentPool.close();
      assertThat(lab.notes)
          .contains("a: reserved by " + by(), "b: released by " + by() + "; waiting for work");
    }
  }

  private static RunResult carriedByTwo(Scenario scenario, FaultyBroker broker) throws Exception {
    try (Lab lab = new Lab()) {
      lab.agent("a");
      lab.agent("b");
      RigSettings settings = RigSettings.defaults().withAgentPool(lab.reserve(2));
      return Lab.rig(scenario, broker, settings, RunListener.NONE).run();
    }
  }

  private static Scenario brief(String name, int publishers, int consumers) {
    return ScenarioChange.set("topology.publishers", publishers)
        .and("topology.consumers", consumers)
        .and("phases.warmUp", "200ms")
        .and("phases.steady", "2s")
        .and("phases.drainLimit", "5s")
        .and("phases.quietPeriod", "400ms")
        .applyTo(Scenarios.load().find(name));
  }

  private static List<String> numbers(List<StormOutcome.Named> named) {
    return named.stream().map(n -> n.name().substring(n.name().lastIndexOf('/') + 1)).toList();
  }

  /** Each subscriber is owed by its own clock, so all of it is timed. */
  @Test
  void whatIsWithheldOfRetainedMessagesTwoAgentsName() throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      broker.faults().dropEvery(997);
      Scenario scenario =
          ScenarioChange.set("phases.warmUpLimit", "30s").applyTo(brief("RETAINED", 500, 6));
      RunResult result = carriedByTwo(scenario, broker);
      StormOutcome storm = result.storm().orElseThrow();
      assertThat(storm.acts()).isEqualTo(6);
      assertThat(storm.owed()).isEqualTo(3_000);
      assertThat(storm.came()).isEqualTo(2_997);
      assertThat(numbers(storm.missingNames()))
          .containsExactlyInAnyOrderElementsOf(
              broker.faults().deliveries().droppedAsNth().stream()
                  .limit(3) // what comes after is of the clearing of the topics
                  .map(copy -> copy.replaceFirst(".*/(\\d+) to .*", "$1"))
                  .toList());
      assertThat(result.latency().of(LatencyKind.END_TO_END).count())
          .as("%s", result.verdict().reasons())
          .isEqualTo(3_000);
    }
  }

  @Test
  void whatIsWithheldOfWillsTwoAgentsName() throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      broker.faults().storms().withholdWills(97);
      RunResult result = carriedByTwo(brief("WILL", 300, 2), broker);
      StormOutcome storm = result.storm().orElseThrow();
      assertThat(storm.owed()).isEqualTo(540);
      assertThat(storm.missing()).isEqualTo(4);
      assertThat(storm.unexpected()).isZero();
      assertThat(numbers(storm.missingNames()))
          .containsExactlyInAnyOrderElementsOf(
              broker.faults().storms().wronged().stream()
                  .map(client -> client.substring(client.lastIndexOf('p') + 1))
                  .toList());
    }
  }

  /** Each requester is of the agent that gets its replies, so each round trip is timed. */
  @Test
  void eachRequestWithoutAReplyTwoAgentsName() throws Exception {
    Scenario scenario =
        ScenarioChange.set("topology.responders", 2)
            .and("workload.load.rate", 400)
            .and("phases.steady", "1s")
            .applyTo(brief("REQUEST.MQTT5", 10, 10));
    Predicate<String> responders = id -> id.matches(".*r\\d+");
    try (FaultyBroker broker = FaultyBroker.start()) {
      broker
          .faults()
          .deliveries()
          .drop(MessageFilter.message(3, 17).to(responders))
          .deliveries()
          .drop(MessageFilter.message(6, 17).from(responders));
      RunResult result = carriedByTwo(scenario, broker);
      Requests requests = result.requests().orElseThrow();
      assertThat(requests.sent()).isEqualTo(480);
      assertThat(requests.taken()).isEqualTo(479);
      assertThat(requests.unanswered())
          .containsExactly(
              new Requests.Unanswered(3, 17, Requests.Way.REQUEST),
              new Requests.Unanswered(6, 17, Requests.Way.REPLY));
      assertThat(result.latency().of(LatencyKind.END_TO_END).count()).isEqualTo(400);
      assertThat(result.messages().lost()).isEqualTo(2);
    }
  }

  /** Each agent has half of the publishers; the consumers are of one of them. */
  @Test
  void anOutageThatTwoAgentsSeeIsTheBrokersWithinTheErrorOfTheirClocks() throws Exception {
    Scenario scenario =
        Lab.scenario(Distribution.SHARED, Qos.AT_LEAST_ONCE, Duration.ofSeconds(3))
            .withConditions(
                Conditions.NONE.withFault(
                    new Fault(
                        FaultKind.STOP,
                        Duration.ofMillis(800),
                        Optional.of(Duration.ofSeconds(1)))));
    try (Lab lab = new Lab();
        FaultyBroker broker = FaultyBroker.start()) {
      lab.agent("a");
      lab.agent("b");
      RigSettings settings = RigSettings.defaults().withAgentPool(lab.reserve(2));
      RunResult result = Lab.rig(scenario, broker, settings, RunListener.NONE).run();
      assertThat(result.messages().received()).isEqualTo(3_500);
      assertThat(result.messages().acknowledged()).isEqualTo(3_500);
      assertThat(result.messages().lost()).isZero();
      Failover failover = result.failover().orElseThrow();
      assertThat(failover.outages()).isEmpty();
      double stalled = broker.stalls().get(0).length().toNanos();
      double error = failover.clockErrorNanos().orElseThrow();
      assertThat(error).isPositive();
      assertThat((double) failover.course().outageNanos().orElseThrow())
          .isCloseTo(stalled, within(100e6 + error));
    }
  }

  private static String by() {
    return MemberHost.here().host() + " (pid " + ProcessHandle.current().pid() + ")";
  }

  private static void hasItsClockAndShare(AgentUsage agent) {
    assertThat(agent.reported()).isTrue();
    assertThat(agent.sent()).isBetween(450L, 550L);
    assertThat(agent.clockErrorNanos()).isPositive();
    // both processes are on this machine and read one clock
    assertThat(Math.abs(agent.clockOffsetNanos())).isLessThanOrEqualTo(agent.clockErrorNanos());
    assertThat(agent.clockDriftNanos()).isPresent();
  }
}
