package io.brokerbench.acceptance;

import static io.brokerbench.acceptance.RequestReconnectIT.REQUESTERS;
import static io.brokerbench.acceptance.RequestReconnectIT.allAreAnswered;
import static io.brokerbench.acceptance.RequestReconnectIT.millis;
import static io.brokerbench.acceptance.RequestReconnectIT.requests;
import static io.brokerbench.acceptance.RequestReconnectIT.run;
import static io.brokerbench.acceptance.RequestReconnectIT.runs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.result.Failover;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.Requests.Unanswered;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.Conditions;
import io.brokerbench.core.scenario.Fault;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.testkit.broker.FaultyBroker;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests and replies beside a fault: what the broker keeps is answered, and what it loses is
 * named.
 */
@Execution(ExecutionMode.CONCURRENT)
class RequestFaultsIT {

  private static final Duration SECOND = Duration.ofSeconds(1);

  private static Scenario killed(int qos) {
    Fault fault = new Fault(FaultKind.KILL, millis(500), Optional.of(SECOND));
    return runs(qos, 2)
        .drainLimit(Duration.ofSeconds(20))
        .conditions(Conditions.NONE.withFault(fault))
        .scenario();
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "1, 2"})
  void theLatenciesHoldTheOutageOfANodeThatIsKilled(int qos, int workers) throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      RunResult result = run(killed(qos), broker, workers);
      allAreAnswered(result, qos);
      Failover failover = result.failover().orElseThrow();
      assertThat(failover.fault()).contains(FaultKind.KILL);
      assertThat(failover.clients()).isEqualTo(2 * REQUESTERS + 2);
      long outage = failover.course().outageNanos().getAsLong();
      assertThat(outage).isGreaterThan(900_000_000);
      assertThat(result.latency().of(LatencyKind.END_TO_END).maxNanos())
          .isGreaterThan((long) (outage * 0.9));
    }
  }

  @Test
  void theyFindTheNodeOfAPairThatTakesOver() throws Exception {
    Fault forGood = new Fault(FaultKind.KILL, millis(500), Optional.empty());
    try (FaultyBroker broker = FaultyBroker.builder().standby().start()) {
      AtomicBoolean over = new AtomicBoolean();
      RunListener backup =
          progress -> {
            if (!broker.nodes().get(0).isActive() && over.compareAndSet(false, true)) {
              broker.backup().takeOver();
            }
          };
      RunResult result =
          runs(1, 2)
              .conditions(Conditions.HIGH_AVAILABILITY.withFault(forGood))
              .rig(broker, backup)
              .run();
      assertThat(broker.violations()).isEmpty();
      allAreAnswered(result, 1);
      Failover failover = result.failover().orElseThrow();
      assertThat(failover.node()).contains("primary");
      assertThat(failover.course().allBackNanos()).isPresent();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void whatAKilledNodeLosesAfterItsAcknowledgementIsNamed(int qos) throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      broker.faults().loseAtKill(7);
      RunResult result = run(killed(qos), broker, 1);
      assertThat(result.messages().lost()).isEqualTo(7);
      assertThat(requests(result).unanswered())
          .extracting(Unanswered::requester, Unanswered::sequence)
          .containsExactlyInAnyOrderElementsOf(
              broker.faults().lostAtKill().stream()
                  .map(lost -> tuple(lost.publisher(), lost.sequence()))
                  .toList());
      assertThat(result.verdict().status()).isEqualTo(Status.CONTRACT_BROKEN);
    }
  }
}
