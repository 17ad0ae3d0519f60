package io.brokerbench.jmh;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.stage.BusyMachine;
import io.brokerbench.core.engine.stage.Progress;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.telemetry.MachineLimits;
import io.brokerbench.experiment.bench.RigFactory;
import io.brokerbench.experiment.bench.StopSwitch;
import io.brokerbench.experiment.session.Brokers;
import io.brokerbench.experiment.session.EnvironmentException;
import io.brokerbench.experiment.session.ExperimentSession;
import io.brokerbench.experiment.session.LoadGenerators;
import io.brokerbench.experiment.session.Outcome;
import io.brokerbench.experiment.session.ProviderRegistry;
import io.brokerbench.experiment.session.RunExperiment;
import io.brokerbench.experiment.session.RunTarget;
import io.brokerbench.experiment.session.SessionEnvironment;
import io.brokerbench.experiment.session.SessionListener;
import io.brokerbench.experiment.store.ResultFolderException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.Set;

/**
 * A run that is under load for as long as a trial, on a thread of its own: threads of benchmarks
 * wait for its deliveries.
 *
 * <p>It is an experiment like any other: the machine is checked before, the account of all messages
 * is made up after, and its results are kept in a folder.
 */
final class LoadTrial {

  /** Longest wait for deliveries of a broker that is under load. */
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** Verdicts after which there is no figure. */
  private static final Set<Status> FAILURES = EnumSet.of(Status.FAILED, Status.CONTRACT_BROKEN);

  private final RunTarget target;
  private final StopSwitch stop = new StopSwitch();
  private final Thread thread;
  private boolean loaded;
  private boolean over;
  private long delivered;
  private long claimed;
  private Outcome<RunResult> outcome;
  private Exception failure;

  private LoadTrial(RunTarget target, ProviderRegistry providers, Path results) {
    this.target = target;
    SessionEnvironment environment =
        new SessionEnvironment(
            Brokers.FRESH,
            LoadGenerators.here(RigFactory.LOAD_RIG, providers, MachineLimits::current),
            BusyMachine::unwatched,
            Clock.system(ZoneId.systemDefault()),
            results);
    thread = new Thread(() -> perform(environment), "brokerbench-load");
    thread.setDaemon(true);
  }

  /**
   * Starts the broker and all clients, and waits until there is load.
   *
   * @param results where the folder of its results is made
   * @throws IllegalStateException with the reason, where that does not come about
   */
  static LoadTrial begin(RunTarget target, ProviderRegistry providers, Path results)
      throws InterruptedException {
    LoadTrial trial = new LoadTrial(target, providers, results);
    trial.thread.start();
    trial.awaitLoad();
    return trial;
  }

  private void perform(SessionEnvironment environment) {
    try {
      ended(
          new ExperimentSession(environment, new Watch(), stop)
              .perform(new RunExperiment(target), done -> done),
          null);
    } catch (BrokerException
        | RunException
        | EnvironmentException
        | ResultFolderException
        | InterruptedException
        | RuntimeException e) {
      ended(null, e);
    }
  }

  private synchronized void ended(Outcome<RunResult> done, Exception cause) {
    outcome = done;
    failure = cause;
    over = true;
    notifyAll();
  }

  private synchronized void awaitLoad() throws InterruptedException {
    while (!loaded) {
      requireUnderWay();
      wait();
    }
  }

  /** What the next waits wait for begins now. */
  synchronized void mark() {
    claimed = delivered;
  }

  /**
   * Waits for the next deliveries; those that one thread waits for are no other thread's.
   *
   * @throws IllegalStateException if they do not come, with the reason; all is ended then
   */
  void await(int deliveries) throws InterruptedException {
    try {
      awaitNext(deliveries);
    } catch (IllegalStateException e) {
      abandon();
      throw e;
    }
  }

  /** JMH calls nothing more after a failure. */
  private void abandon() throws InterruptedException {
    stop.stop();
    thread.interrupt();
    thread.join();
  }

  private synchronized void awaitNext(int deliveries) throws InterruptedException {
    claimed += deliveries;
    long wanted = claimed;
    long deadline = NanoClock.SYSTEM.nanoTime() + LIMIT.toNanos();
    while (delivered < wanted) {
      requireUnderWay();
      long rest = deadline - NanoClock.SYSTEM.nanoTime();
      if (rest <= 0) {
        throw new IllegalStateException(
            "%s: fewer than %d deliveries within %s"
                .formatted(subject(), deliveries, NumberText.plain(NumberText.time(LIMIT))));
      }
      wait(rest / 1_000_000 + 1);
    }
  }

  private void requireUnderWay() {
    if (failure != null) {
      throw new IllegalStateException(subject() + ": " + failure.getMessage(), failure);
    }
    if (over) {
      throw new IllegalStateException(text());
    }
  }

  /**
   * Ends the load and waits for what is under way, makes up the account, and ends the broker.
   *
   * @return the verdict with its reasons, in one line
   * @throws IllegalStateException if the run broke off, or the broker broke its contract
   */
  String end() throws InterruptedException {
    stop.stop();
    thread.join();
    if (failure != null || FAILURES.contains(verdict().status())) {
      requireUnderWay();
    }
    return text();
  }

  private Verdict verdict() {
    return outcome.result().verdict();
  }

  private String text() {
    return "%s: %s: %s; results in %s"
        .formatted(
            subject(),
            verdict().status(),
            NumberText.plain(String.join("; ", verdict().reasons())),
            outcome.folder().orElseThrow().path());
  }

  private String subject() {
    return target.scenario().name() + " on " + target.selector();
  }

  /** Hears, on the rig's thread, when there is load, and what has been delivered. */
  private final class Watch implements SessionListener {

    @Override
    public RunDisplay run(Scenario scenario) {
      return new RunDisplay() {
        @Override
        public void onProgress(Progress progress) {
          switch (progress.phase()) {
            case WARM_UP, SETTLE, STEADY -> underLoad();
            default -> {}
          }
        }

        @Override
        public void onDeliveries(long deliveries) {
          count(deliveries);
        }
      };
    }
  }

  private synchronized void underLoad() {
    loaded = true;
    notifyAll();
  }

  private synchronized void count(long deliveries) {
    if (deliveries != delivered) {
      delivered = deliveries;
      notifyAll();
    }
  }
}
