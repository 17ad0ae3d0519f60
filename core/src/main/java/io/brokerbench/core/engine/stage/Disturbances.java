package io.brokerbench.core.engine.stage;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.FaultCommands;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.engine.worker.Worker;
import io.brokerbench.core.scenario.Scenario;
import java.util.List;
import java.util.Optional;

/**
 * What a run does on purpose to its consumers and to the broker: the absence of some consumers, and
 * the fault. Nothing until its times are planned. Belongs to the rig's thread.
 */
final class Disturbances {

  private final Scenario scenario;
  private final Broker broker;
  private final Optional<FaultCommands> commands;
  private final NanoClock clock;
  private final RunListener listener;
  private ConsumerAbsence absence;
  private FaultStage fault;

  Disturbances(
      Scenario scenario,
      Broker broker,
      Optional<FaultCommands> commands,
      NanoClock clock,
      RunListener listener) {
    this.scenario = scenario;
    this.broker = broker;
    this.commands = commands;
    this.clock = clock;
    this.listener = listener;
  }

  /** Dates all of them; again where the steady state begins at another time. */
  void plan(RunTimes times) {
    absence = new ConsumerAbsence(scenario, times);
    fault = new FaultStage(scenario, broker, commands, times, clock, listener);
  }

  /**
   * Does what is due; to be called again and again, in the drain too.
   *
   * @param away consumers that have left and are not back
   * @return why the fault could not be done or undone; empty where nothing was wrong
   */
  Optional<String> advance(long now, Worker worker, int away) {
    if (absence == null) {
      return Optional.empty();
    }
    absence.advance(now, worker, away);
    return advanceFault(now);
  }

  /** The fault alone; otherwise as {@link #advance}. */
  Optional<String> advanceFault(long now) {
    try {
      fault.advance(now);
      return Optional.empty();
    } catch (RunException e) {
      return Optional.of(e.getMessage());
    }
  }

  /**
   * The load ends: consumers come back.
   *
   * @param early whether before its time, so that a fault that is not done is left, and what is to
   *     be undone is undone now
   * @return the fault that there was no time for; empty where all were done
   */
  Optional<String> endLoad(long now, boolean early) {
    absence.endAt(now);
    if (early) {
      fault.endEarly(now);
      return Optional.empty();
    }
    try {
      fault.endLoad(now);
      return Optional.empty();
    } catch (RunException e) {
      return Optional.of(e.getMessage());
    }
  }

  /** The run ends, however it has gone; {@link #isFaultUnderWay} says what to wait for. */
  void endFault(long now) {
    if (fault != null) {
      fault.endEarly(now);
    }
  }

  /** {@link FaultStage#isUnderWay}. */
  boolean isFaultUnderWay() {
    return fault != null && fault.isUnderWay();
  }

  /** {@link FaultStage#excuses}. */
  boolean excuseEndOfBroker(boolean allClientsConnected) {
    return fault.excuses(allClientsConnected);
  }

  /** Whether all consumers are back, or on the way. */
  boolean areConsumersBack() {
    return absence.isOver();
  }

  /** The faults that were done, in their order. */
  List<FaultStage.Done> faults() {
    return fault.done();
  }
}
