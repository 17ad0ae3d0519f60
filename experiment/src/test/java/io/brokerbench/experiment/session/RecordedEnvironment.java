package io.brokerbench.experiment.session;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.engine.Rig;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.stage.BusyMachine;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.experiment.study.ScriptedCellBrokers;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * Where brokers start and end, and runs are made, as a test says: what happens is kept in order,
 * such as {@code mqtt://host:1883 starts}, {@code run}, {@code mqtt://host:1883 ends}.
 */
final class RecordedEnvironment {

  /** What a run on the broker of a selector does. */
  interface Course {
    RunResult on(String selector) throws RunException;
  }

  private final List<String> events;
  private volatile String started = "";

  /** Keeps what happens in a list, which has to be safe for several threads where they are. */
  RecordedEnvironment(List<String> events) {
    this.events = events;
  }

  SessionEnvironment of(Path out, Checks checks, Course course) {
    Brokers brokers =
        new Brokers() {
          @Override
          public Broker obtain(RunTarget target, Optional<Path> log) {
            started = target.selector();
            events.add(started + " starts");
            return new ScriptedCellBrokers().broker;
          }

          @Override
          public void release(RunTarget target, Broker broker) {
            events.add(target.selector() + " ends");
          }
        };
    LoadGenerators generators =
        new LoadGenerators(
            (scenario, broker, driver, settings, listener) ->
                new Rig() {
                  @Override
                  public RunResult run() throws RunException {
                    events.add("run");
                    return course.on(started);
                  }

                  @Override
                  public void stop() {}
                },
            checks);
    return new SessionEnvironment(
        brokers, generators, BusyMachine::unwatched, Clock.systemUTC(), out);
  }
}
