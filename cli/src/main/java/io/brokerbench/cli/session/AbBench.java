package io.brokerbench.cli.session;

import io.brokerbench.cli.live.LiveProgress;
import io.brokerbench.cli.live.ProgressDisplay;
import io.brokerbench.cli.terminal.EnvironmentException;
import io.brokerbench.cli.terminal.ErrorReport;
import io.brokerbench.cli.terminal.RunHeader;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.compare.AbExperiment;
import io.brokerbench.core.compare.SideMeasure;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.stage.BusyMachine;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.gate.RunNames;
import io.brokerbench.core.gate.Side;
import io.brokerbench.core.metric.Measured;
import io.brokerbench.core.metric.Measured.Status;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.result.DriverInfo;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.search.SearchResultCodec;
import io.brokerbench.core.store.ResultFolder;
import io.brokerbench.core.store.ResultFolderException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Measures the sides of an interleaved comparison, each run in a fresh broker, and keeps each run's
 * document.
 *
 * <p>{@link #stop} may be called from any thread; everything else belongs to one.
 */
final class AbBench implements AbExperiment.Bench {

  private static final Duration REHEARSAL = Duration.ofSeconds(1);

  private final Tools tools;
  private final AbRequest request;
  private final ResultFolder folder;
  private final Map<Side, BrokerIdentity> identities = new EnumMap<>(Side.class);
  private final RunNames names = new RunNames();

  private Optional<DriverInfo> driver = Optional.empty();
  private Optional<ErrorReport> problem = Optional.empty();
  private SideMeasure.Attempt current;
  private boolean stopped;

  AbBench(Tools tools, AbRequest request, ResultFolder folder) {
    this.tools = tools;
    this.request = request;
    this.folder = folder;
  }

  /**
   * Runs each side once, briefly. A broker that doesn't start or can't do it is known at once, and
   * the code of this process is compiled before it counts.
   */
  void rehearse() throws BrokerException, RunException, EnvironmentException, InterruptedException {
    for (Side side : Side.values()) {
      Optional<RunSession.Request> live = request.live(side);
      if (live.isPresent() && !isStopped()) {
        Scenario scenario = live.get().scenario();
        Phases phases = scenario.phases();
        Phases brief =
            new Phases(
                shorter(phases.warmUp()),
                shorter(phases.steady()),
                phases.drainLimit(),
                phases.quietPeriod(),
                phases.connectLimit());
        run(live.get(), scenario.withPhases(brief), "rehearsal-" + side.title(), true);
      }
    }
  }

  private static Duration shorter(Duration phase) {
    return phase.compareTo(REHEARSAL) < 0 ? phase : REHEARSAL;
  }

  @Override
  public Measured run(Side side, int pair, int attempt)
      throws BrokerException, RunException, InterruptedException {
    Optional<RunSession.Request> live = request.live(side);
    if (live.isEmpty()) {
      return request.baseline().stored().orElseThrow().repetition(pair);
    }
    String name = names.next(side, pair);
    tools.readers().begin("pair %d, %s".formatted(pair, side.title()));
    Optional<SideMeasure.Taken> result;
    try {
      result = run(live.get(), live.get().scenario(), name, false);
    } catch (EnvironmentException e) {
      throw new RunException(e.getMessage(), e);
    }
    if (result.isEmpty()) {
      return new Measured(Status.STOPPED, "stopped", Map.of(), name);
    }
    SideMeasure.Taken taken = result.get();
    identities.put(side, taken.run().broker());
    driver = Optional.of(taken.run().driver());
    String document = keep(name + ".json", taken.runDocument());
    taken
        .search()
        .ifPresent(search -> keep(name + "-search.json", SearchResultCodec.write(search)));
    return isStopped()
        ? new Measured(Status.STOPPED, "stopped", Map.of(), document)
        : taken.named(document);
  }

  /** Empty if it was stopped before it began. */
  private Optional<SideMeasure.Taken> run(
      RunSession.Request side, Scenario scenario, String name, boolean rehearsal)
      throws BrokerException, RunException, EnvironmentException, InterruptedException {
    BrokerRequest start =
        BrokerRequest.of(side.selector())
            .withLogFile(folder.path().resolve(name + ".log"))
            .withNeedsOf(scenario)
            .withLimits(side.limits());
    boolean live = tools.terminal().live() && !side.output().plain() && !rehearsal;
    Optional<ProgressDisplay> display =
        live ? Optional.of(new LiveProgress(tools.terminal(), false)) : Optional.empty();
    BusyMachine machine = rehearsal ? tools.machine().get() : BusyMachine.unwatched();
    try (Broker broker = side.start(start)) {
      Preflight.check(broker, side, tools);
      if (rehearsal) {
        RunHeader.lines(broker, scenario).stream().limit(1).forEach(tools.terminal()::say);
        RunHeader.warn(tools.terminal(), machine, broker);
      }
      RunListener listener = display.<RunListener>map(d -> d).orElse(RunListener.NONE);
      SideMeasure measure = rehearsal ? SideMeasure.byRun() : request.judging().measure();
      SideMeasure.Attempt attempt =
          measure.attempt(
              broker,
              scenario,
              (step, watch) ->
                  tools
                      .rigs()
                      .create(
                          step,
                          broker,
                          side.driver(),
                          side.settings(),
                          RunListener.both(listener, watch)),
              tools.readers()::onStep);
      return begin(attempt) ? Optional.of(attempt.take()) : Optional.empty();
    } finally {
      display.ifPresent(ProgressDisplay::close);
    }
  }

  private String keep(String name, String document) {
    try {
      if (problem.isEmpty()) {
        folder.write(name, document);
      }
    } catch (ResultFolderException e) {
      problem = Optional.of(ErrorReport.of(e));
    }
    return name;
  }

  /** Which broker a side was, once it has run. */
  Optional<BrokerIdentity> identity(Side side) {
    return Optional.ofNullable(identities.get(side));
  }

  /** What made the load, once there was some. */
  Optional<DriverInfo> driver() {
    return driver;
  }

  /** The first document that could not be kept. */
  Optional<ErrorReport> problem() {
    return problem;
  }

  /** Ends the run that is under way, in order; no other begins. */
  synchronized void stop() {
    stopped = true;
    if (current != null) {
      current.stop();
    }
  }

  private synchronized boolean begin(SideMeasure.Attempt attempt) {
    current = attempt;
    return !stopped;
  }

  private synchronized boolean isStopped() {
    return stopped;
  }
}
