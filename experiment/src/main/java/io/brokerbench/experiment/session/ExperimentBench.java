package io.brokerbench.experiment.session;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.engine.Rig;
import io.brokerbench.core.engine.measure.Companion;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.stage.BusyMachine;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.bench.BrokerUnderTest;
import io.brokerbench.experiment.bench.RigFactory;
import io.brokerbench.experiment.bench.StopSwitch;
import io.brokerbench.experiment.store.ResultFolder;
import io.brokerbench.experiment.store.ResultFolderException;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Where an experiment is performed: starts its brokers, makes its rigs, keeps its documents.
 * Brokers that it leaves running end with the session.
 *
 * <p>Belongs to the thread that performs the experiment.
 */
public final class ExperimentBench implements AutoCloseable {

  private final SessionEnvironment environment;
  private final Optional<ResultFolder> folder;
  private final StopSwitch stop;
  private final SessionListener listener;
  private final Deque<Closing> open = new ArrayDeque<>();
  private Optional<ResultFolderException> problem = Optional.empty();

  ExperimentBench(
      SessionEnvironment environment,
      Optional<ResultFolder> folder,
      StopSwitch stop,
      SessionListener listener) {
    this.environment = environment;
    this.folder = folder;
    this.stop = stop;
    this.listener = listener;
  }

  /** What it works with. */
  SessionEnvironment environment() {
    return environment;
  }

  /** What ends the experiment. */
  StopSwitch stop() {
    return stop;
  }

  /** Hears how it goes. */
  SessionListener listener() {
    return listener;
  }

  /**
   * Starts a broker, and checks that its target can be run.
   *
   * @param log name of its log in the folder
   * @param announcement what is said of it; runs of one of which nothing but its name is said are
   *     not shown
   * @throws BrokerException if it does not start
   * @throws RunException if it does not have the listener that the scenario needs
   * @throws EnvironmentException if this machine cannot reach it so often
   */
  StartedTarget start(RunTarget target, String log, BrokerAnnouncement announcement)
      throws BrokerException, RunException, EnvironmentException, InterruptedException {
    BusyMachine machine =
        announcement == BrokerAnnouncement.NONE
            ? BusyMachine.unwatched()
            : environment.machine().get();
    if (announcement != BrokerAnnouncement.NONE && target.brokers().startsBrokers()) {
      listener.starting(target.brokers().title(target.selector()));
      target.brokers().traps().forEach(listener::trap);
    }
    Broker broker = environment.brokers().obtain(target, folder.map(f -> f.path().resolve(log)));
    StartedTarget site =
        new StartedTarget(target, broker, announcement != BrokerAnnouncement.BROKER);
    open.push(site::close);
    environment.loads().checks().running(broker, target);
    if (announcement != BrokerAnnouncement.NONE) {
      listener.broker(
          broker,
          announcement == BrokerAnnouncement.WITH_SCENARIO
              ? Optional.of(target.scenario())
              : Optional.empty());
      machine.warning(broker).ifPresent(listener::busy);
    }
    return site;
  }

  /** A rig whose run is shown. */
  Rig shown(RigFactory rigs, RunTarget target, Broker broker, RunListener watch) {
    SessionListener.RunDisplay display = listener.run(target.scenario());
    Rig rig =
        rigs.create(
            target.scenario(),
            broker,
            target.driver(),
            target.settings(),
            RunListener.both(display, watch));
    return new Rig() {
      @Override
      public RunResult run() throws RunException, InterruptedException {
        try (display) {
          return rig.run();
        }
      }

      @Override
      public void stop() {
        rig.stop();
      }
    };
  }

  /**
   * Keeps a document in the folder.
   *
   * @param name of the file
   * @return the name, where it was written
   */
  Optional<String> keep(String name, String document) {
    return keep(results -> results.write(name, document)) ? Optional.of(name) : Optional.empty();
  }

  /** Keeps something in the folder; whether that was possible. */
  boolean keep(Writing writing) {
    return attempt(() -> writing.to(folder.orElseThrow()));
  }

  /**
   * Keeps something. The first that cannot be kept is the last: the experiment goes on without.
   *
   * @return whether it was kept
   */
  boolean attempt(StoreAction action) {
    if (problem.isPresent()) {
      return false;
    }
    try {
      action.run();
      return true;
    } catch (ResultFolderException e) {
      problem = Optional.of(e);
      return false;
    }
  }

  /** Why something could not be kept. */
  Optional<ResultFolderException> problem() {
    return problem;
  }

  /** Closes something with the session. */
  void closeLater(Closing closing) {
    open.push(closing);
  }

  /** Closes something. */
  @FunctionalInterface
  interface Closing {
    void close() throws ResultFolderException;
  }

  /** Writes to the folder. */
  @FunctionalInterface
  interface Writing {
    void to(ResultFolder folder) throws ResultFolderException;
  }

  /** Writes to wherever. */
  @FunctionalInterface
  interface StoreAction {
    void run() throws ResultFolderException;
  }

  @Override
  public void close() throws ResultFolderException {
    while (!open.isEmpty()) {
      open.pop().close();
    }
  }

  /** A broker that was started for a target. */
  final class StartedTarget implements BrokerUnderTest, AutoCloseable {

    private final RunTarget target;
    private final Broker broker;
    private final boolean shown;
    private boolean closed;

    private StartedTarget(RunTarget target, Broker broker, boolean shown) {
      this.target = target;
      this.broker = broker;
      this.shown = shown;
    }

    @Override
    public Broker broker() {
      return broker;
    }

    @Override
    public Rig rig(Scenario scenario, RunListener watch) {
      return rig(target.withScenario(scenario), watch);
    }

    /** A rig whose run is made beside another one. */
    Rig rigBeside(Companion companion, Scenario scenario) {
      RigSettings settings = target.settings().with().companion(Optional.of(companion)).build();
      return rig(target.withScenario(scenario).withSettings(settings), RunListener.NONE);
    }

    private Rig rig(RunTarget run, RunListener watch) {
      RigFactory rigs = environment.loads().rigs();
      boolean second = run.settings().companion().filter(Companion::isSecond).isPresent();
      return shown && !second
          ? shown(rigs, run, broker, watch)
          : rigs.create(run.scenario(), broker, run.driver(), run.settings(), watch);
    }

    @Override
    public StopSwitch stop() {
      return stop;
    }

    @Override
    public Clock wallClock() {
      return environment.clock();
    }

    @Override
    public void close() {
      if (!closed) {
        closed = true;
        environment.brokers().release(target, broker);
      }
    }
  }
}
