package io.brokerbench.core.engine.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerNode;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.engine.lane.SenderBench;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.scenario.Conditions;
import io.brokerbench.core.scenario.Fault;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.core.scenario.Scenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class FaultStageTest {

  private static final long SECOND = 1_000_000_000L;
  private static final RunTimes TIMES = new RunTimes(0, 10 * SECOND, 40 * SECOND);

  private final List<String> done = new ArrayList<>();
  private final List<FaultEvent> reported = new ArrayList<>();
  private final Node passive = new Node("passive", false);
  private final Node active = new Node("active", true);
  private long now;

  private FaultStage stage(Optional<Duration> healAfter) {
    return stage(FaultKind.STOP, healAfter);
  }

  private FaultStage stage(FaultKind kind, Optional<Duration> healAfter) {
    Scenario scenario =
        SenderBench.scenario(
                1,
                new ConstantLoad(Rate.perSecond(100)),
                Duration.ofSeconds(10),
                Duration.ofSeconds(30))
            .withConditions(
                Conditions.NONE.withFault(new Fault(kind, Duration.ofSeconds(5), healAfter)));
    return new FaultStage(
        scenario,
        new InProcessBroker(List.of(passive, active)),
        Optional.empty(),
        TIMES,
        () -> now,
        hearing(reported));
  }

  private static RunListener hearing(List<FaultEvent> events) {
    return new RunListener() {
      @Override
      public void onProgress(Progress progress) {}

      @Override
      public void onFault(FaultEvent event) {
        events.add(event);
      }
    };
  }

  private void advance(FaultStage stage, double seconds) throws RunException {
    now = (long) (seconds * SECOND);
    stage.advance(now);
  }

  @Test
  void theActiveNodeIsDisturbedAtItsTimeAndHealedAfterIt() throws Exception {
    FaultStage stage = stage(Optional.of(Duration.ofSeconds(2)));
    advance(stage, 14.999);
    assertThat(done).isEmpty();
    assertThat(stage.done()).isEmpty();
    advance(stage, 15.25);
    advance(stage, 17);
    assertThat(done).containsExactly("STOP active");
    advance(stage, 17.5);
    advance(stage, 18);
    assertThat(done).containsExactly("STOP active", "heal active");
    assertThat(stage.done())
        .containsExactly(
            new FaultStage.Done(
                FaultKind.STOP, "active", 15_250_000_000L, OptionalLong.of(17_500_000_000L)));
    assertThat(reported)
        .containsExactly(
            new FaultEvent(FaultKind.STOP, "active", false, 15_250_000_000L),
            new FaultEvent(FaultKind.STOP, "active", true, 17_500_000_000L));
  }

  @Test
  void whatIsDoneOnPurposeIsExcusedUntilItIsHealedAndAllAreBack() throws Exception {
    FaultStage stage = stage(Optional.of(Duration.ofSeconds(2)));
    advance(stage, 14);
    assertThat(stage.excuses(true)).isFalse();
    advance(stage, 15);
    assertThat(stage.excuses(false)).isTrue();
    advance(stage, 17);
    assertThat(stage.excuses(true)).isTrue(); // not noticed yet
    advance(stage, 19);
    assertThat(stage.excuses(false)).isTrue();
    assertThat(stage.excuses(true)).isFalse();
    assertThat(stage.excuses(false)).isFalse();
  }

  /** The node that was killed is no failure; another one that ends is. */
  @Test
  void aKillExcusesNoOtherNode() throws Exception {
    FaultStage stage = stage(FaultKind.KILL, Optional.of(Duration.ofSeconds(2)));
    advance(stage, 15);
    assertThat(done).containsExactly("KILL active");
    assertThat(stage.excuses(false)).isFalse();
    advance(stage, 17);
    assertThat(stage.excuses(false)).isFalse();
  }

  @Test
  void aRunThatEndsEarlyHealsAtOnceAndDisturbsNoMore() throws Exception {
    FaultStage never = stage(Optional.empty());
    never.endEarly(14 * SECOND);
    advance(never, 20);
    assertThat(done).isEmpty();

    FaultStage stage = stage(Optional.of(Duration.ofSeconds(20)));
    advance(stage, 15);
    stage.endEarly(16 * SECOND);
    advance(stage, 16);
    assertThat(done).containsExactly("STOP active", "heal active");
  }

  @Test
  void whatCannotBeDoneEndsTheRunWithTheReason() {
    active.reason = "it requires root";
    FaultStage stage = stage(Optional.of(Duration.ofSeconds(2)));
    assertThatThrownBy(() -> advance(stage, 15))
        .isInstanceOf(RunException.class)
        .hasMessage("the fault could not be done to active: it requires root");
    assertThat(reported).isEmpty();
    assertThat(stage.done()).isEmpty();
    assertThat(stage.excuses(true)).isFalse();
  }

  @Test
  void whatCannotBeUndoneIsNotReportedAsUndone() throws Exception {
    FaultStage stage = stage(Optional.of(Duration.ofSeconds(2)));
    advance(stage, 15);
    active.reason = "it does not start";
    assertThatThrownBy(() -> advance(stage, 17))
        .isInstanceOf(RunException.class)
        .hasMessage("the fault could not be undone: it does not start");
    assertThat(stage.done())
        .containsExactly(
            new FaultStage.Done(FaultKind.STOP, "active", 15_000_000_000L, OptionalLong.empty()));
    assertThat(stage.excuses(false)).isFalse();
  }

  @Test
  void theFaultWaitsUntilTheOtherNodeIsInSync() throws Exception {
    passive.isStandby = false;
    FaultStage stage = stage(Optional.empty());
    advance(stage, 15);
    advance(stage, 25);
    assertThat(done).isEmpty();
    assertThat(stage.excuses(true)).isFalse();
    passive.isStandby = true;
    advance(stage, 25.05);
    assertThat(done).isEmpty(); // it is asked ten times per second
    advance(stage, 25.1);
    assertThat(done).containsExactly("STOP active");
    assertThat(stage.done().get(0).nanos()).isEqualTo(25_100_000_000L);
  }

  @Test
  void aNodeThatIsNeverInSyncEndsTheRunAndAccusesNoBroker() throws Exception {
    passive.isStandby = false;
    FaultStage stage = stage(Optional.empty());
    advance(stage, 15);
    advance(stage, 39.9);
    assertThatThrownBy(() -> advance(stage, 40))
        .isInstanceOf(RunException.class)
        .hasMessage(
            "passive was not in sync within 25s of when the fault was due: no fault was done");
    advance(stage, 41);
    assertThat(done).isEmpty();
    assertThat(stage.done()).isEmpty();
  }

  @Test
  void nodesThatAreAllActiveHaveNobodyToWaitFor() throws Exception {
    passive.isStandby = false;
    passive.isActive = true;
    advance(stage(Optional.empty()), 15);
    assertThat(done).containsExactly("STOP passive");
  }

  private final class Node implements BrokerNode {
    private final String name;
    private boolean isActive;
    private boolean isStandby;
    private String reason = "";

    Node(String name, boolean isActive) {
      this.name = name;
      this.isActive = isActive;
      this.isStandby = !isActive;
    }

    @Override
    public boolean isStandby() {
      return isStandby;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public List<Endpoint> endpoints() {
      return List.of();
    }

    @Override
    public OptionalLong pid() {
      return OptionalLong.empty();
    }

    @Override
    public boolean isActive() {
      return isActive;
    }

    @Override
    public void inject(FaultKind fault) throws BrokerException {
      if (!reason.isEmpty()) {
        throw new BrokerException(reason);
      }
      done.add(fault + " " + name);
    }

    @Override
    public void heal() throws BrokerException {
      if (!reason.isEmpty()) {
        throw new BrokerException(reason);
      }
      done.add("heal " + name);
    }
  }
}
