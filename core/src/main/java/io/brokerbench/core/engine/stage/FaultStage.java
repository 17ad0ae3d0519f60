package io.brokerbench.core.engine.stage;

import io.brokerbench.core.base.Durations;
import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerNode;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.scenario.Fault;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.core.scenario.Scenario;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Does the scenario's fault to the broker, and undoes it. Belongs to the rig's thread. */
public final class FaultStage {

  private enum Stage {
    BEFORE,
    DONE,
    HEALED,
    OVER
  }

  /** Until clients have noticed that their connections are gone. */
  private static final long NOTICE_NANOS = 1_000_000_000;

  /** Longest wait for the others to be in sync, counted from when the fault is due. */
  static final long SYNC_LIMIT_NANOS = 30_000_000_000L;

  private static final long ASK_EVERY_NANOS = 100_000_000;

  private final NanoClock clock;
  private final RunListener listener;
  private final Optional<Fault> fault;
  private final List<BrokerNode> nodes;
  private final long injectAt;
  private final long giveUpAt;

  private long askAgainAt;
  private long healAt = Long.MAX_VALUE;
  private Stage stage;
  private BrokerNode node;
  private long injectedNanos;
  private OptionalLong healedNanos = OptionalLong.empty();

  FaultStage(
      Scenario scenario, Broker broker, RunTimes times, NanoClock clock, RunListener listener) {
    this.clock = clock;
    this.listener = listener;
    this.fault = scenario.conditions().fault();
    this.nodes = broker.nodes();
    this.injectAt =
        fault.map(planned -> times.steadyStart() + planned.at().toNanos()).orElse(Long.MAX_VALUE);
    this.giveUpAt = fault.isPresent() ? giveUpAt(times) : Long.MAX_VALUE;
    this.askAgainAt = injectAt;
    this.stage = fault.isPresent() ? Stage.BEFORE : Stage.OVER;
  }

  /** A fault after the end of the load would show nothing. */
  private long giveUpAt(RunTimes times) {
    long limit = injectAt + SYNC_LIMIT_NANOS;
    return limit - times.steadyEnd() < 0 ? limit : times.steadyEnd();
  }

  /**
   * What was done.
   *
   * @param kind of fault
   * @param node that it was done to
   * @param nanos when, on the run's clock
   * @param healedNanos when it was undone; empty where it was not
   */
  public record Done(FaultKind kind, String node, long nanos, OptionalLong healedNanos) {}

  /**
   * Does what is due; to be called again and again, in the drain too. A fault of a pair waits until
   * the other node could take over: a pair that is not in sync yet does not promise to keep what it
   * has acknowledged.
   *
   * @throws RunException if it cannot be done, or the other node was not in sync in time
   */
  void advance(long now) throws RunException {
    if (stage == Stage.BEFORE && now - askAgainAt >= 0) {
      injectOnceInSync(now);
    }
    if (stage == Stage.DONE && healAt != Long.MAX_VALUE && clock.nanoTime() - healAt >= 0) {
      heal();
    }
  }

  private void injectOnceInSync(long now) throws RunException {
    BrokerNode active =
        nodes.stream().filter(BrokerNode::isActive).findFirst().orElse(nodes.get(0));
    Optional<BrokerNode> behind =
        nodes.stream()
            .filter(other -> other != active && !other.isStandby() && !other.isActive())
            .findFirst();
    if (behind.isEmpty()) {
      inject(active, fault.orElseThrow());
    } else if (clock.nanoTime() - giveUpAt >= 0) {
      stage = Stage.OVER;
      throw new RunException(
          "%s was not in sync within %s of when the fault was due: no fault was done"
              .formatted(
                  behind.get().name(), Durations.format(Duration.ofNanos(giveUpAt - injectAt))),
          null);
    } else {
      askAgainAt = now + ASK_EVERY_NANOS;
    }
  }

  private void inject(BrokerNode active, Fault planned) throws RunException {
    node = active;
    injectedNanos = clock.nanoTime();
    stage = Stage.DONE;
    planned.healAfter().ifPresent(after -> healAt = injectedNanos + after.toNanos());
    try {
      node.inject(planned.kind());
    } catch (BrokerException e) {
      stage = Stage.OVER;
      throw new RunException(
          "the fault could not be done to " + node.name() + ": " + e.getMessage(), e);
    }
    report(false, injectedNanos);
  }

  private void heal() throws RunException {
    stage = Stage.HEALED;
    healedNanos = OptionalLong.of(clock.nanoTime());
    try {
      node.heal();
    } catch (BrokerException e) {
      throw new RunException("the fault could not be undone: " + e.getMessage(), e);
    }
    report(true, healedNanos.getAsLong());
  }

  private void report(boolean undone, long nanos) {
    listener.onFault(new FaultEvent(fault.orElseThrow().kind(), node.name(), undone, nanos));
  }

  /** The run ends early: what is not done is left, and what is to be undone is undone now. */
  void endEarly(long now) {
    stage = stage == Stage.BEFORE ? Stage.OVER : stage;
    healAt = healAt == Long.MAX_VALUE ? healAt : Math.min(healAt, now);
  }

  /**
   * Whether the end of the broker is no failure of the run at this moment: from the fault on, until
   * it is undone and all clients are back.
   */
  boolean excuses(boolean allClientsConnected) {
    if (stage == Stage.HEALED
        && allClientsConnected
        && clock.nanoTime() - healedNanos.getAsLong() > NOTICE_NANOS) {
      stage = Stage.OVER;
    }
    return stage == Stage.DONE || stage == Stage.HEALED;
  }

  /** What was done; empty where nothing was. */
  Optional<Done> done() {
    return node == null
        ? Optional.empty()
        : Optional.of(
            new Done(fault.orElseThrow().kind(), node.name(), injectedNanos, healedNanos));
  }
}
