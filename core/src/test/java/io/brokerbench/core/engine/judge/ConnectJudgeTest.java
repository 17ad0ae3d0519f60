package io.brokerbench.core.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.engine.stage.RunRecord;
import io.brokerbench.core.result.Connections;
import io.brokerbench.core.result.Failover;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.core.result.Verdict.Status;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ConnectJudgeTest {

  private static final long SECOND = 1_000_000_000L;

  private long connected = 100;
  private long refused;
  private long dropped;
  private boolean complete = true;
  private Optional<String> failure = Optional.empty();
  private List<String> complaints = List.of();
  private Optional<Failover> broken = Optional.empty();

  private Verdict judge() {
    RunRecord run =
        new RunRecord(
            new RunTimes(0, 0, 2 * SECOND),
            new RunResult.WarmUp(0, RunResult.WarmUp.End.GIVEN),
            complete,
            2 * SECOND,
            null,
            null,
            null,
            failure,
            List.of(),
            Optional.empty());
    return new ConnectJudge(run, complaints)
        .judge(
            new Connections(
                100,
                connected,
                refused,
                dropped,
                1,
                connected,
                connected,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                List.of(new Connections.Refusal("not authorised", 3))),
            broken);
  }

  /** Three connections that broke, and that were made again, or not. */
  private static Failover broken(OptionalLong allBackNanos) {
    OptionalLong none = OptionalLong.empty();
    return new Failover(
        Optional.empty(),
        Optional.empty(),
        500,
        none,
        new Failover.Course(none, none, none, none, none, allBackNanos, none, none),
        3,
        3,
        allBackNanos.isPresent() ? 3 : 2,
        0,
        0,
        Optional.empty(),
        Optional.empty(),
        none);
  }

  @Test
  void everybodyConnectedAndStayed() {
    assertThat(judge())
        .isEqualTo(
            new Verdict(Status.OK, true, List.of("100 clients connected and stayed for 2 s")));
  }

  @Test
  void refusedClientsAreTheBrokersLimitWithTheirReasons() {
    connected = 97;
    refused = 3;
    assertThat(judge().status()).isEqualTo(Status.BROKER_LIMITED);
    assertThat(judge().reasons())
        .containsExactly("3 of 100 clients were refused", "3 x not authorised");
  }

  @Test
  void clientsThatNobodyAnsweredAreSaid() {
    connected = 90;
    assertThat(judge().status()).isEqualTo(Status.BROKER_LIMITED);
    assertThat(judge().reasons().get(0))
        .isEqualTo("10 of 100 clients were not connected by the end");
  }

  @Test
  void connectionsThatDidNotStayAreSaid() {
    dropped = 4;
    assertThat(judge().status()).isEqualTo(Status.BROKER_LIMITED);
    assertThat(judge().reasons().get(0)).isEqualTo("4 of 100 accepted connections did not stay");
  }

  @Test
  void connectionsThatAreMadeAgainAreNoLimit() {
    broken = Optional.of(broken(OptionalLong.of(20_000_000)));
    assertThat(judge())
        .isEqualTo(
            new Verdict(
                Status.OK,
                true,
                List.of(
                    "100 clients connected and were held for 2 s; those whose connections broke"
                        + " came back")));
  }

  @Test
  void clientsThatDoNotComeBackAreTheBrokersLimit() {
    broken = Optional.of(broken(OptionalLong.empty()));
    assertThat(judge().status()).isEqualTo(Status.BROKER_LIMITED);
    assertThat(judge().reasons().get(0))
        .isEqualTo("not all clients whose connections broke came back");
  }

  @Test
  void aLateGeneratorIsSaidBeforeWhatTheBrokerDid() {
    refused = 1;
    complaints = List.of("clients were connected late");
    assertThat(judge().status()).isEqualTo(Status.GENERATOR_LIMITED);
    assertThat(judge().reasons().get(0)).isEqualTo("clients were connected late");
  }

  @Test
  void aBrokerThatEndedHasFailed() {
    failure = Optional.of("mosquitto ended by itself");
    complete = false;
    assertThat(judge().status()).isEqualTo(Status.FAILED);
  }

  @Test
  void aStopWhileClientsConnectBlamesNobody() {
    complete = false;
    connected = 40;
    assertThat(judge().status()).isEqualTo(Status.OK);
    assertThat(judge().reasons()).hasSize(2).anyMatch(reason -> reason.startsWith("stopped"));
  }
}
