package io.brokerbench.cli.session;

import io.brokerbench.cli.live.LiveProgress;
import io.brokerbench.cli.live.ProgressDisplay;
import io.brokerbench.cli.terminal.EnvironmentException;
import io.brokerbench.cli.terminal.ErrorReport;
import io.brokerbench.cli.terminal.ExitCode;
import io.brokerbench.cli.terminal.RunHeader;
import io.brokerbench.cli.terminal.StopSignals;
import io.brokerbench.cli.terminal.Terminal;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.stage.BusyMachine;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.report.SearchReport;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.search.KneeCurve;
import io.brokerbench.core.search.RigStepRunner;
import io.brokerbench.core.search.SearchFindings;
import io.brokerbench.core.search.SearchFindings.LimitedBy;
import io.brokerbench.core.search.SearchResult;
import io.brokerbench.core.search.SearchResultCodec;
import io.brokerbench.core.search.SearchStep;
import io.brokerbench.core.search.StepJudge;
import io.brokerbench.core.search.StepRigs;
import io.brokerbench.core.search.StepWindows;
import io.brokerbench.core.search.SustainableThroughputSearch;
import io.brokerbench.core.store.ResultFolder;
import io.brokerbench.core.store.ResultFolderException;
import io.brokerbench.core.telemetry.NetworkLink;
import io.brokerbench.report.HtmlReport;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One search from the checks before it to the exit code after it.
 *
 * <p>Whatever happens, the broker is closed, and what was found until then is printed and kept.
 */
public final class SearchSession {

  /** On top of the drain: for connections to close, results to be written, a broker to end. */
  private static final Duration GRACE = Duration.ofSeconds(15);

  private final Tools tools;
  private final Terminal terminal;
  private final RunSession.Request request;
  private final SearchResult.Question question;
  private final StepWindows windows;
  private final SearchReport report;

  /** The first thing that could not be written; the search goes on without. */
  private Optional<ErrorReport> problem = Optional.empty();

  public SearchSession(
      Tools tools,
      RunSession.Request request,
      SearchResult.Question question,
      StepWindows windows) {
    this.tools = tools;
    this.terminal = tools.terminal();
    this.request = request;
    this.question = question;
    this.windows = windows;
    this.report = new SearchReport(terminal.unicode());
  }

  /** Searches; the exit code. */
  public int run()
      throws BrokerException, RunException, ResultFolderException, EnvironmentException {
    if (request.scenario().conditions().fault().isPresent()) {
      throw new DefinitionException(
          "search: not with a fault, under which no rate is sustained; use run");
    }
    Preflight.check(request, tools);
    ResultFolder folder =
        ResultFolder.create(
            request.output().folder(),
            tools.clock(),
            request.scenario().name(),
            "search-" + request.shortName());
    Duration patience = windows.drainLimit().plus(GRACE);
    try (StopSignals signals = StopSignals.install(patience)) {
      return run(folder, signals);
    } finally {
      folder.removeIfEmpty();
    }
  }

  private int run(ResultFolder folder, StopSignals signals)
      throws BrokerException, RunException, EnvironmentException {
    BrokerRequest start =
        BrokerRequest.of(request.selector())
            .withLogFile(folder.brokerLog())
            .withNeedsOf(request.scenario())
            .withLimits(request.limits());
    BusyMachine machine = tools.machine().get();
    try (Broker broker = request.start(start)) {
      Preflight.check(broker, request, tools);
      RunHeader.lines(broker, request.scenario()).forEach(terminal::say);
      RunHeader.warn(terminal, machine, broker);
      int code = search(broker, folder, signals);
      return signals.stopped() ? signals.exitCode() : code;
    } catch (BrokerException | RunException e) {
      if (!signals.stopped()) {
        throw e;
      }
      terminal.say("brokerbench: " + ErrorReport.of(e).line());
      return signals.exitCode();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      terminal.say("brokerbench: stopped before the search began");
      return signals.stopped() ? signals.exitCode() : ExitCode.ENVIRONMENT_CANNOT;
    }
  }

  private int search(Broker broker, ResultFolder folder, StopSignals signals)
      throws RunException, InterruptedException {
    int cores = broker.usableCores().orElse(Runtime.getRuntime().availableProcessors());
    RigStepRunner runner =
        new RigStepRunner(
            request.scenario(),
            windows,
            new StepJudge(question.profile(), cores),
            (scenario, listener) -> new ShownRig(broker, scenario, listener),
            (step, result) -> keep(folder, step, result),
            broker.endpoints().stream()
                .findFirst()
                .flatMap(endpoint -> NetworkLink.to(endpoint.host())));
    signals.onStop(
        () -> {
          terminal.say("stopping: what is under way is drained (Ctrl-C again ends at once)");
          runner.stop();
        });
    Instant startedAt = tools.clock().instant();
    show(report.header());
    SearchFindings findings =
        new SustainableThroughputSearch(question.plan(), runner, this::tell).search();
    List<SearchStep> steps = new ArrayList<>(findings.steps());
    steps.addAll(
        new KneeCurve(question.profile().kneePercents(), runner, this::tell).run(findings));
    Scenario scenario = request.scenario();
    SearchResult result =
        SearchResult.of(
            scenario, startedAt, runner.latest().orElseThrow(), question, findings, steps);
    return conclude(result, folder);
  }

  private SearchStep keep(ResultFolder folder, SearchStep step, RunResult result) {
    try {
      return problem.isPresent() ? step : step.withRun(folder.writeStep(step.number(), result));
    } catch (ResultFolderException e) {
      problem = Optional.of(ErrorReport.of(e));
      return step;
    }
  }

  private void tell(SearchStep step) {
    show(report.row(step));
    tools.readers().onStep(step);
  }

  /** The table is part of the result, unless that is to be a document. */
  private void show(String lines) {
    if (request.output().json()) {
      terminal.say(lines);
    } else {
      terminal.result(lines + "\n");
    }
  }

  private int conclude(SearchResult result, ResultFolder folder) {
    try {
      folder.write(result);
    } catch (ResultFolderException e) {
      problem = problem.or(() -> Optional.of(ErrorReport.of(e)));
    }
    if (request.output().json()) {
      terminal.document(SearchResultCodec.write(result));
    } else {
      Optional<String> path =
          problem.isPresent() ? Optional.empty() : Optional.of(folder.path() + "/");
      terminal.result(report.of(result, path, request.output().again()));
    }
    problem =
        problem.or(
            () ->
                Pages.writeWithRuns(
                    tools, folder, request.output().again(), page -> HtmlReport.of(result, page)));
    problem.ifPresent(p -> terminal.say("brokerbench: " + p.line()));
    return problem.map(ErrorReport::exitCode).orElseGet(() -> exitCode(result));
  }

  private static int exitCode(SearchResult result) {
    if (result.limitedBy().isInvalid()) {
      return ExitCode.RUN_IS_INVALID;
    }
    boolean brokeOff = !result.complete() && result.steps().size() < result.plan().maxSteps();
    if (brokeOff) {
      return ExitCode.ENVIRONMENT_CANNOT;
    }
    boolean found = result.sustainablePerSecond().isPresent();
    boolean unshown = result.limitedBy() == LimitedBy.UNKNOWN;
    boolean unconfirmed = result.notConfirmed().isPresent() && result.plan().confirmations() > 0;
    if (!result.complete() || unconfirmed || (found && unshown)) {
      return ExitCode.RUN_IS_INVALID;
    }
    return found ? ExitCode.FINE : ExitCode.VERDICT_SAYS_NO;
  }

  /** A rig whose progress is shown while it runs, on a terminal. */
  private final class ShownRig implements StepRigs.Rig {

    private final Optional<ProgressDisplay> display;
    private final StepRigs.Rig rig;

    ShownRig(Broker broker, Scenario scenario, RunListener listener) {
      boolean live = terminal.live() && !request.output().plain();
      display = live ? Optional.of(new LiveProgress(terminal, false)) : Optional.empty();
      RunListener shown = display.<RunListener>map(d -> d).orElse(RunListener.NONE);
      RunListener both = RunListener.both(shown, listener);
      rig = tools.rigs().create(scenario, broker, request.driver(), request.settings(), both);
    }

    @Override
    public RunResult run() throws RunException, InterruptedException {
      try {
        return rig.run();
      } finally {
        display.ifPresent(ProgressDisplay::close);
      }
    }

    @Override
    public void stop() {
      rig.stop();
    }
  }
}
