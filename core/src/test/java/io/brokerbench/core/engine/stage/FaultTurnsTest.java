package io.brokerbench.core.engine.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.FaultCommands;
import io.brokerbench.core.engine.lane.SenderBench;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.scenario.Conditions;
import io.brokerbench.core.scenario.Fault;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.core.scenario.Scenario;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults to each node in turn, and faults by commands. */
class FaultTurnsTest {

  private static final long SECOND = 1_000_000_000L;
  private static final RunTimes TIMES = new RunTimes(0, 10 * SECOND, 40 * SECOND);

  @TempDir private Path folder;
  private final List<String> done = new ArrayList<>();
  private final RecordingNode one = new RecordingNode("one", done);
  private final RecordingNode two = new RecordingNode("two", done);
  private long now;
  private Optional<FaultCommands> commands = Optional.empty();

  private FaultStage stage(Fault fault) {
    return stage(fault, () -> now);
  }

  private FaultStage stage(Fault fault, NanoClock clock) {
    return new FaultStage(
        scenario(fault),
        new InProcessBroker(List.of(one, two)),
        commands,
        TIMES,
        clock,
        RunListener.NONE);
  }

  private static Scenario scenario(Fault fault) {
    Scenario scenario =
        SenderBench.scenario(
            1,
            new ConstantLoad(Rate.perSecond(100)),
            Duration.ofSeconds(10),
            Duration.ofSeconds(30));
    return scenario
        .withPhases(scenario.phases().withDrainLimit(Duration.ofMinutes(1)))
        .withConditions(Conditions.NONE.withFault(fault));
  }

  private static Fault fault(FaultKind kind, Integer healAfter, Integer every) {
    return new Fault(
        kind,
        Duration.ofSeconds(5),
        Optional.ofNullable(healAfter).map(Duration::ofSeconds),
        Optional.ofNullable(every).map(Duration::ofSeconds));
  }

  private void advance(FaultStage stage, double seconds) throws RunException {
    now = (long) (seconds * SECOND);
    stage.advance(now);
  }

  @Test
  void eachNodeHasItsTurnOnceTheOthersAreBack() throws Exception {
    FaultStage stage = stage(fault(FaultKind.STOP, 2, 10));
    for (double at = 14; at <= 25; at += 0.5) {
      advance(stage, at);
    }
    assertThat(done).containsExactly("STOP one", "heal one");
    one.isActive = false;
    advance(stage, 25.5);
    assertThat(done).hasSize(2);
    one.isActive = true;
    for (double at = 26; at < 40; at += 0.5) {
      advance(stage, at);
    }
    assertThat(done).containsExactly("STOP one", "heal one", "STOP two", "heal two");
    assertThat(stage.done())
        .extracting(FaultStage.Done::node, FaultStage.Done::nanos, FaultStage.Done::healedNanos)
        .containsExactly(
            tuple("one", 15 * SECOND, OptionalLong.of(17 * SECOND)),
            tuple("two", 26 * SECOND, OptionalLong.of(28 * SECOND)));
  }

  /** The other one is back so late that the next turn would be due before the first is healed. */
  @Test
  void aLateFaultIsUndoneBeforeTheNextNodeHasItsTurn() throws Exception {
    FaultStage stage = stage(fault(FaultKind.STOP, 6, 8));
    two.isActive = false;
    for (double at = 15; at < 20; at += 0.5) {
      advance(stage, at);
    }
    two.isActive = true;
    for (double at = 20; at < 40; at += 0.5) {
      advance(stage, at);
    }
    assertThat(done).containsExactly("STOP one", "heal one", "STOP two", "heal two");
    assertThat(stage.done())
        .extracting(FaultStage.Done::node, FaultStage.Done::nanos, FaultStage.Done::healedNanos)
        .containsExactly(
            tuple("one", 20 * SECOND, OptionalLong.of(26 * SECOND)),
            tuple("two", 27 * SECOND, OptionalLong.of(33 * SECOND)));
  }

  @Test
  void aRunThatEndsEarlyLeavesTheOthersAlone() throws Exception {
    FaultStage stage = stage(fault(FaultKind.STOP, 2, 10));
    advance(stage, 15);
    stage.endEarly(16 * SECOND);
    for (double at = 16; at < 40; at += 0.5) {
      advance(stage, at);
    }
    assertThat(done).containsExactly("STOP one", "heal one");
    assertThat(stage.done()).hasSize(1);
  }

  /**
   * The first one is back so late that the load has ended: the second would be restarted for
   * nothing.
   */
  @Test
  void aNodeThatHadNoTurnBeforeTheLoadEndedIsNamed() throws Exception {
    FaultStage stage = stage(fault(FaultKind.STOP, 23, 24));
    advance(stage, 15);
    advance(stage, 38);
    assertThat(done).containsExactly("STOP one", "heal one");
    one.isActive = false;
    advance(stage, 39.5);
    one.isActive = true;
    assertThatThrownBy(() -> stage.endLoad(40 * SECOND))
        .hasMessage(
            "the load ended before the fault was done to two: 1 of 2 nodes had theirs, as each turn"
                + " waits for the one before (give a longer duration)");
    advance(stage, 41);
    assertThat(done).containsExactly("STOP one", "heal one");
  }

  @Test
  void aNodeWhoseTurnIsNotDueBeforeTheLoadEndsIsNamedAndTheOneBeforeIsHealed() throws Exception {
    FaultStage stage = stage(fault(FaultKind.STOP, 10, 12));
    two.isActive = false;
    advance(stage, 15);
    two.isActive = true;
    advance(stage, 35);
    assertThatThrownBy(() -> stage.endLoad(40 * SECOND))
        .hasMessageStartingWith("the load ended before the fault was done to two: 1 of 2 nodes");
    for (double at = 41; at < 60; at += 0.5) {
      advance(stage, at);
    }
    assertThat(done).containsExactly("STOP one", "heal one");
  }

  @Test
  void theOnlyFaultIsHealedAfterTheEndOfTheLoad() throws Exception {
    FaultStage stage = stage(fault(FaultKind.STOP, 30, null));
    advance(stage, 15);
    stage.endLoad(40 * SECOND);
    advance(stage, 45);
    assertThat(done).containsExactly("STOP one", "heal one");
  }

  @Test
  void aRunWhoseNodesAllHadTheirTurnEndsWithNothingToSay() throws Exception {
    FaultStage stage = stage(fault(FaultKind.STOP, 2, 10));
    for (double at = 15; at < 40; at += 0.5) {
      advance(stage, at);
    }
    stage.endLoad(40 * SECOND);
    assertThat(stage.done()).hasSize(2);
  }

  @Test
  void aCommandIsRunWithTheNodeInItAndAnotherOneUndoesIt() throws Exception {
    Path log = folder.resolve("log");
    commands =
        Optional.of(
            new FaultCommands(
                "echo break {node} {host} {port} >> " + log,
                Optional.of("echo heal {node} >> " + log),
                Duration.ofSeconds(30)));
    FaultStage stage = stage(fault(FaultKind.COMMAND, 2, 10));
    advance(stage, 15);
    finish(stage, 16);
    advance(stage, 17);
    finish(stage, 18);
    advance(stage, 25);
    advance(stage, 25.1);
    finish(stage, 26);
    assertThat(Files.readAllLines(log))
        .containsExactly("break one 127.0.0.1 1", "heal one", "break two 127.0.0.1 1");
    stage.endEarly(26 * SECOND);
    assertThat(stage.isUnderWay()).isTrue();
    finish(stage, 26);
    assertThat(Files.readAllLines(log)).endsWith("heal two");
    assertThat(done).isEmpty();
  }

  /** Until no command runs, with the clock at an instant; what has to be undone is. */
  private void finish(FaultStage stage, double seconds) throws RunException {
    long end = System.currentTimeMillis() + 20_000;
    do {
      LockSupport.parkNanos(1_000_000);
      advance(stage, seconds);
    } while (stage.isRunning() && System.currentTimeMillis() < end);
    advance(stage, seconds);
    while (stage.isRunning() && System.currentTimeMillis() < end) {
      LockSupport.parkNanos(1_000_000);
      advance(stage, seconds);
    }
  }

  @Test
  void aCommandThatFailsEndsTheRunWithWhatItPrintedAndIsUndone() throws Exception {
    Path log = folder.resolve("log");
    commands =
        Optional.of(
            new FaultCommands(
                "echo no such pod: {node}; exit 3",
                Optional.of("echo healed > " + log),
                Duration.ofSeconds(30)));
    FaultStage stage = stage(fault(FaultKind.COMMAND, 20, null));
    advance(stage, 15);
    assertThatThrownBy(() -> finish(stage, 16))
        .isInstanceOf(RunException.class)
        .hasMessage(
            "the fault could not be done to one: the fault command ended with exit code 3: no such"
                + " pod: one");
    finish(stage, 16);
    assertThat(log).hasContent("healed");
    assertThat(stage.isUnderWay()).isFalse();
  }

  @Test
  void aCommandThatTakesTooLongIsEnded() throws Exception {
    commands =
        Optional.of(
            new FaultCommands("echo begun; sleep 600", Optional.empty(), Duration.ofSeconds(4)));
    FaultStage stage = stage(fault(FaultKind.COMMAND, null, null));
    advance(stage, 15);
    advance(stage, 18.9);
    assertThat(stage.isUnderWay()).isTrue();
    assertThatThrownBy(() -> advance(stage, 19))
        .isInstanceOf(RunException.class)
        .hasMessageContaining(" command did not end within 4s");
    assertThat(stage.isUnderWay()).isFalse();
    await().until(() -> ProcessHandle.current().descendants().noneMatch(FaultTurnsTest::sleeps));
  }

  @Test
  void aFaultWaitsUntilTheCommandSaysThatTheOtherNodeIsInSync() throws Exception {
    Path log = folder.resolve("log");
    Path inSync = folder.resolve("two-in-sync");
    commands = Optional.of(asking("test -e " + folder + "/{node}-in-sync", log));
    FaultStage stage = stage(fault(FaultKind.COMMAND, null, null));
    for (double at = 15; at < 20; at += 0.2) {
      finish(stage, at);
    }
    assertThat(stage.done()).isEmpty();
    assertThat(log).doesNotExist();
    Files.createFile(inSync);
    for (double at = 20; stage.done().isEmpty() && at < 40; at += 0.2) {
      finish(stage, at);
      LockSupport.parkNanos(20_000_000);
    }
    finish(stage, 40);
    assertThat(log).hasContent("break one");
    assertThat(stage.done().get(0).nanos()).isBetween(20 * SECOND, 40 * SECOND);
  }

  @Test
  void aNodeThatIsNeverInSyncIsNamedWithWhatTheCommandPrinted() throws Exception {
    Path log = folder.resolve("log");
    commands = Optional.of(asking("echo {node} lags; exit 7", log));
    FaultStage stage = stage(fault(FaultKind.COMMAND, null, null));
    assertThatThrownBy(
            () -> {
              for (double at = 15; at <= 41; at += 0.2) {
                finish(stage, at);
                LockSupport.parkNanos(10_000_000);
              }
            })
        .isInstanceOf(RunException.class)
        .hasMessage(
            "two was not in sync within 25s of when the fault was due: no fault was done:"
                + " the sync command ended with exit code 7: two lags");
    assertThat(log).doesNotExist();
    assertThat(stage.isUnderWay()).isFalse();
  }

  private static FaultCommands asking(String sync, Path log) {
    return new FaultCommands(
        "echo break {node} >> " + log, Optional.empty(), Optional.of(sync), Duration.ofSeconds(30));
  }

  private static boolean sleeps(ProcessHandle process) {
    return process.info().commandLine().orElse("").contains("sleep 600");
  }
}
