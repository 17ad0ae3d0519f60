package io.brokerbench.core.engine.stage;

import io.brokerbench.core.base.Durations;
import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerNode;
import io.brokerbench.core.broker.FaultCommands;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.result.BrokerIdentity.Origin;
import io.brokerbench.core.scenario.Fault;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.core.scenario.Scenario;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Does the scenario's fault to the broker, to the active node or to each in turn, and undoes it.
 * Belongs to the rig's thread. A command of the user runs beside it.
 */
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
  private final Optional<FaultCommands> commands;
  private final List<BrokerNode> nodes;
  private final SyncCheck sync;
  private final long steadyEnd;

  /** Others may start their broker again as a new process, whose number is not known here. */
  private final boolean mayReturn;

  private final List<Done> earlier = new ArrayList<>();

  private long dueAt;
  private long giveUpAt;
  private long askAgainAt;
  private long healAt = Long.MAX_VALUE;
  private Stage stage;
  private Optional<BrokerNode> current = Optional.empty();
  private boolean ended;
  private Optional<ShellCommand> running = Optional.empty();
  private long injectedNanos;
  private OptionalLong healedNanos = OptionalLong.empty();

  FaultStage(
      Scenario scenario,
      Broker broker,
      Optional<FaultCommands> commands,
      RunTimes times,
      NanoClock clock,
      RunListener listener) {
    this.clock = clock;
    this.listener = listener;
    this.fault = scenario.conditions().fault();
    this.commands = commands;
    this.nodes = broker.nodes();
    this.sync = new SyncCheck(commands, clock);
    this.steadyEnd = times.steadyEnd();
    this.mayReturn =
        scenario.expectsBrokenConnections() && broker.identity().origin() == Origin.REMOTE;
    this.stage = Stage.OVER;
    fault.ifPresent(planned -> await(times.steadyStart() + planned.at().toNanos()));
  }

  /** A fault after the end of the load would show nothing. */
  private void await(long due) {
    stage = Stage.BEFORE;
    dueAt = due;
    askAgainAt = due;
    long limit = due + SYNC_LIMIT_NANOS;
    giveUpAt = limit - steadyEnd < 0 ? limit : steadyEnd;
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
    if (running.isPresent() && running.get().isOver()) {
      endCommand();
    }
    if (running.isPresent()) {
      return;
    }
    if (isToUndo() && clock.nanoTime() - healAt >= 0) {
      heal();
    } else if (stage == Stage.BEFORE && now - askAgainAt >= 0) {
      injectOnceInSync(now);
    } else if (!ended && current.isPresent() && isTurnOfNext(now)) {
      earlier.add(last(current.get()));
      current = Optional.empty();
      healedNanos = OptionalLong.empty();
      healAt = Long.MAX_VALUE;
      await(Math.max(now, dueAt + fault.orElseThrow().every().orElseThrow().toNanos()));
    }
  }

  /** Not before what was done to the last one is undone, however late that was. */
  private boolean isTurnOfNext(long now) {
    return stage != Stage.BEFORE
        && !isToUndo()
        && fault.orElseThrow().every().isPresent()
        && earlier.size() + 1 < nodes.size()
        && now - dueAt - fault.orElseThrow().every().get().toNanos() >= 0;
  }

  private boolean isToUndo() {
    return stage == Stage.DONE && healAt != Long.MAX_VALUE;
  }

  private BrokerNode next() {
    return fault.orElseThrow().every().isPresent()
        ? nodes.get(earlier.size())
        : nodes.stream().filter(BrokerNode::isActive).findFirst().orElse(nodes.get(0));
  }

  private void injectOnceInSync(long now) throws RunException {
    BrokerNode next = next();
    Optional<BrokerNode> behind = behind(next);
    boolean late = now - steadyEnd >= 0;
    if (behind.isEmpty() && !late) {
      inject(next, fault.orElseThrow());
    } else if (late && (behind.isEmpty() || dueAt - steadyEnd >= 0)) {
      end();
      throw tooLate(next);
    } else if (clock.nanoTime() - giveUpAt >= 0) {
      String answer = sync.lastAnswer();
      end();
      throw new RunException(
          "%s was not in sync within %s of when the fault was due: no fault was done%s%s"
              .formatted(
                  behind.get().name(),
                  Durations.format(Duration.ofNanos(giveUpAt - dueAt)),
                  earlier.isEmpty() ? "" : " to " + next.name(),
                  answer),
          null);
    } else {
      askAgainAt = now + ASK_EVERY_NANOS;
    }
  }

  /**
   * A fault without load would show nothing, and one that is left out is none of those asked for.
   */
  private RunException tooLate(BrokerNode next) {
    boolean turns = fault.orElseThrow().every().isPresent();
    int had = done().size();
    return new RunException(
        "the load ended before the fault was done to %s%s"
            .formatted(
                next.name(),
                turns
                    ? ": %d of %d nodes had theirs, as each turn waits for the one before (give a longer duration)"
                        .formatted(had, nodes.size())
                    : ""),
        null);
  }

  /**
   * The load has ended in its time: what is to be undone is undone in its time.
   *
   * @throws RunException if a fault is still to be done
   */
  void endLoad(long now) throws RunException {
    if (ended || fault.isEmpty()) {
      return;
    }
    if (stage == Stage.BEFORE) {
      injectOnceInSync(now);
    } else if (fault.get().every().isPresent() && done().size() < nodes.size()) {
      sync.close();
      ended = true;
      throw tooLate(nodes.get(done().size()));
    }
  }

  /** One of the others that could not take over; a broker of one node may have others behind it. */
  private Optional<BrokerNode> behind(BrokerNode next) throws RunException {
    List<BrokerNode> others = nodes.stream().filter(other -> other != next).toList();
    Optional<BrokerNode> unfit =
        others.stream().filter(other -> !other.isStandby() && !other.isActive()).findFirst();
    try {
      return unfit.isPresent() ? unfit : sync.behind(others.isEmpty() ? List.of(next) : others);
    } catch (IOException e) {
      end();
      throw new RunException("it cannot be asked whether nodes are in sync: " + e.getMessage(), e);
    }
  }

  private void inject(BrokerNode target, Fault planned) throws RunException {
    current = Optional.of(target);
    injectedNanos = clock.nanoTime();
    stage = Stage.DONE;
    planned.healAfter().ifPresent(after -> healAt = injectedNanos + after.toNanos());
    try {
      if (planned.kind() == FaultKind.COMMAND) {
        start("the fault command", commands.orElseThrow().injectAt(target));
      } else {
        target.inject(planned.kind());
      }
    } catch (BrokerException | IOException e) {
      end();
      current = Optional.empty();
      throw notDone(target, e.getMessage(), e);
    }
    report(false, injectedNanos);
  }

  private void start(String title, String command) throws IOException {
    running =
        Optional.of(ShellCommand.start(title, command, commands.orElseThrow().limit(), clock));
  }

  /** What failed halfway may have done something, so it is undone. */
  private void endCommand() throws RunException {
    boolean undoing = stage != Stage.DONE;
    try (ShellCommand over = running.orElseThrow()) {
      running = Optional.empty();
      Optional<String> problem = over.problem();
      if (problem.isPresent()) {
        healAt = undoing || healAt == Long.MAX_VALUE ? Long.MAX_VALUE : clock.nanoTime();
        ended = true;
        throw undoing
            ? notUndone(problem.get(), null)
            : notDone(current.orElseThrow(), problem.get(), null);
      }
    } catch (IOException e) {
      throw notDone(current.orElseThrow(), e.getMessage(), e);
    }
  }

  private static RunException notDone(BrokerNode target, String reason, Exception cause) {
    return new RunException(
        "the fault could not be done to " + target.name() + ": " + reason, cause);
  }

  private RunException notUndone(String reason, Exception cause) {
    stage = Stage.OVER;
    healedNanos = OptionalLong.empty();
    return new RunException("the fault could not be undone: " + reason, cause);
  }

  private void heal() throws RunException {
    BrokerNode node = current.orElseThrow();
    stage = Stage.HEALED;
    healedNanos = OptionalLong.of(clock.nanoTime());
    try {
      if (fault.orElseThrow().kind() == FaultKind.COMMAND) {
        start("the heal command", commands.orElseThrow().healAt(node).orElseThrow());
      } else {
        node.heal();
      }
    } catch (BrokerException | IOException e) {
      throw notUndone(e.getMessage(), e);
    }
    report(true, healedNanos.getAsLong());
  }

  private void report(boolean undone, long nanos) {
    listener.onFault(
        new FaultEvent(fault.orElseThrow().kind(), current.orElseThrow().name(), undone, nanos));
  }

  private void end() {
    sync.close();
    stage = Stage.OVER;
    ended = true;
  }

  /** The run ends early: what is not done is left, and what is to be undone is undone now. */
  void endEarly(long now) {
    sync.close();
    ended = true;
    stage = stage == Stage.BEFORE ? Stage.OVER : stage;
    healAt = healAt == Long.MAX_VALUE ? healAt : Math.min(healAt, now);
  }

  /**
   * Whether there is something to wait for before the run may end: a command that is under way, or
   * one that undoes what another one did to a broker that others run. To be asked, and followed by
   * {@link #advance}, until it is false.
   */
  boolean isUnderWay() {
    return running.isPresent() || (isToUndo() && fault.orElseThrow().kind() == FaultKind.COMMAND);
  }

  /** Whether a command is under way. */
  boolean isRunning() {
    return running.isPresent();
  }

  /**
   * Whether the end of the broker is no failure of the run at this moment: from the fault on, until
   * it is undone and all clients are back; of a broker that others run, wherever clients come back.
   * A node that was killed does not report it as a failure, and the end of another one is one.
   */
  boolean excuses(boolean allClientsConnected) {
    if (stage == Stage.HEALED
        && running.isEmpty()
        && allClientsConnected
        && clock.nanoTime() - healedNanos.getAsLong() > NOTICE_NANOS) {
      stage = Stage.OVER;
    }
    boolean disturbed = stage == Stage.DONE || stage == Stage.HEALED;
    return mayReturn || (disturbed && fault.orElseThrow().kind() != FaultKind.KILL);
  }

  /** What was done, in its order; empty where nothing was. */
  List<Done> done() {
    List<Done> all = new ArrayList<>(earlier);
    current.ifPresent(target -> all.add(last(target)));
    return List.copyOf(all);
  }

  private Done last(BrokerNode target) {
    return new Done(fault.orElseThrow().kind(), target.name(), injectedNanos, healedNanos);
  }
}
