package io.brokerbench.cli.session;

import io.brokerbench.cli.live.LiveProgress;
import io.brokerbench.cli.live.ProgressDisplay;
import io.brokerbench.cli.terminal.ErrorReport;
import io.brokerbench.cli.terminal.ExitCode;
import io.brokerbench.cli.terminal.RunHeader;
import io.brokerbench.cli.terminal.StopSignals;
import io.brokerbench.cli.terminal.Terminal;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.TextFile;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.telemetry.MachineLimits;
import io.brokerbench.experiment.bench.RigFactory;
import io.brokerbench.experiment.bench.StopSwitch;
import io.brokerbench.experiment.cell.CellStep;
import io.brokerbench.experiment.search.SearchStep;
import io.brokerbench.experiment.session.Brokers;
import io.brokerbench.experiment.session.EnvironmentException;
import io.brokerbench.experiment.session.Experiment;
import io.brokerbench.experiment.session.ExperimentSession;
import io.brokerbench.experiment.session.LoadGenerators;
import io.brokerbench.experiment.session.Outcome;
import io.brokerbench.experiment.session.Preflight;
import io.brokerbench.experiment.session.SessionEnvironment;
import io.brokerbench.experiment.session.SessionListener;
import io.brokerbench.experiment.store.ResultFolder;
import io.brokerbench.experiment.store.ResultFolderException;
import io.brokerbench.report.page.ReportFolder;
import io.brokerbench.report.text.Paragraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One experiment of a command on a terminal: shows how it goes, listens for signals, prints what
 * came of it, and finds the exit code.
 *
 * <p>Whatever happens, what was measured is printed and kept.
 */
public abstract class CommandSession<D> implements SessionListener {

  /** On top of the drain: for connections to close, results to be written, a broker to end. */
  private static final Duration GRACE = Duration.ofSeconds(15);

  final CommandContext context;
  final Terminal terminal;
  final SessionSettings settings;
  final Experiment<D> experiment;
  private final StopSwitch stop = new StopSwitch();
  private Optional<StopSignals> signals = Optional.empty();
  private volatile Optional<ProgressDisplay> display = Optional.empty();

  CommandSession(CommandContext context, SessionSettings settings, Experiment<D> experiment) {
    this.context = context;
    this.terminal = context.terminal();
    this.settings = settings;
    this.experiment = experiment;
  }

  /** The experiment in one word. */
  abstract String noun();

  /** The document that {@code --json} prints. */
  abstract String document(D result);

  /**
   * Prints the report.
   *
   * @param path of what holds the results; absent where they could not be kept
   */
  abstract void print(D result, Optional<String> path);

  /** What the command ends with if nothing is wrong but what was measured. */
  int exitCode(D result) {
    return ExitCode.of(experiment.answer(result));
  }

  /** Whether a no stays one although a signal ended the experiment before its end. */
  boolean isShown(D result) {
    return false;
  }

  /** Writes further reports, where some are asked for; what went wrong. */
  Optional<ErrorReport> writeReports(D result) {
    return Optional.empty();
  }

  /** What the experiment failed with, though it has a result. */
  Optional<ErrorReport> failure(D result) {
    return Optional.empty();
  }

  /**
   * Prints what it would do, once it is known that this machine can; the exit code.
   *
   * @param count of agents that would carry the clients
   * @throws DefinitionException if a broker or the driver cannot do it
   * @throws EnvironmentException if this machine cannot
   * @throws ResultFolderException if results cannot be kept where they would be
   */
  public int printPlan(OptionalInt count) throws EnvironmentException, ResultFolderException {
    experiment
        .requirements()
        .check(
            count.isEmpty()
                ? environment().loads().checks()
                : new Preflight(context.providers(), () -> MachineLimits.UNKNOWN));
    ResultFolder.requireUsable(settings.folder());
    new DryRun(experiment, count)
        .lines(settings.folder())
        .forEach(line -> terminal.result(terminal.shown(line) + "\n"));
    return ExitCode.FINE;
  }

  /** Performs it; the exit code. */
  public int run()
      throws BrokerException, RunException, ResultFolderException, EnvironmentException {
    Duration patience = experiment.requirements().drainLimit().plus(GRACE);
    try (StopSignals listening = context.signals().apply(patience)) {
      signals = Optional.of(listening);
      try {
        End end = new ExperimentSession(environment(), this, stop).perform(experiment, this::end);
        return listening.stopped() && !end.isShown ? listening.exitCode() : end.exitCode;
      } catch (BrokerException | RunException e) {
        // A signal that came before there was load: what it stopped has nothing to report.
        if (!listening.stopped()) {
          throw e;
        }
        terminal.warn(stoppedLine(e));
        return listening.exitCode();
      } catch (InterruptedException e) {
        // A signal that came before the rig existed; there is nothing to report yet.
        Thread.currentThread().interrupt();
        terminal.warn(stoppedLine(e));
        return listening.stopped() ? listening.exitCode() : ExitCode.ENVIRONMENT_CANNOT;
      } finally {
        display.ifPresent(ProgressDisplay::close);
      }
    }
  }

  /** Agents carry the clients of loads alone: probes are timed by one clock, this machine's. */
  private SessionEnvironment environment() {
    RigFactory observed = settings.observe().apply(context.rigs());
    LoadGenerators here = LoadGenerators.here(observed, context.providers(), context.limits());
    return new SessionEnvironment(
        Brokers.fresh(settings.patience().apply(this::waiting)),
        settings
            .agents()
            .map(pool -> LoadGenerators.on(pool, observed, context.providers()))
            .orElse(here),
        here,
        context.rigs(),
        context.machine(),
        context.clock(),
        settings.folder());
  }

  /** What is said of a signal that left nothing to report. */
  String stoppedLine(Exception end) {
    return end instanceof InterruptedException
        ? "stopped before the " + noun() + " began"
        : ErrorReport.of(end).line();
  }

  /** What it ends with, and whether also after a signal. */
  private record End(int exitCode, boolean isShown) {}

  private End end(Outcome<D> outcome) {
    int code = conclude(outcome);
    return new End(code, code == ExitCode.VERDICT_SAYS_NO && isShown(outcome.result()));
  }

  /** Prints what came of it; a result that cannot be kept is printed all the same. */
  int conclude(Outcome<D> outcome) {
    D result = outcome.result();
    Optional<ErrorReport> problem = outcome.problem().map(ErrorReport::of);
    if (settings.json()) {
      terminal.document(document(result));
    } else {
      print(result, problem.isPresent() ? Optional.empty() : Optional.of(folder(outcome) + "/"));
    }
    Optional<ErrorReport> reports = writeReports(result);
    Optional<ErrorReport> page = problem.isPresent() ? Optional.empty() : writePage(outcome);
    Optional<ErrorReport> unwritten = problem.or(() -> reports).or(() -> page);
    Optional<ErrorReport> failure = failure(result);
    failure.or(() -> unwritten).ifPresent(report -> terminal.warn(report.line()));
    int answer = exitCode(result);
    // A no stays one, whatever ended the experiment after it was clear.
    Optional<ErrorReport> decides =
        answer == ExitCode.VERDICT_SAYS_NO ? unwritten : failure.or(() -> unwritten);
    return decides.map(ErrorReport::exitCode).orElse(answer);
  }

  /** What becomes of what is under way when it is stopped. */
  String whenStopped() {
    return "what is under way is drained";
  }

  /** The folder that holds the results. */
  Path folder(Outcome<D> outcome) {
    return outcome.folder().orElseThrow().path();
  }

  /** Once a run has ended, and not before, so that a start does not wait for its classes. */
  private Optional<ErrorReport> writePage(Outcome<D> outcome) {
    Path folder = folder(outcome);
    try {
      Files.writeString(folder.resolve(ReportFolder.COMMAND), settings.again() + "\n");
      Path page = ReportFolder.write(folder, leftOut -> {});
      settings.liveView().show(Files.readString(page));
    } catch (DefinitionException e) {
      // Of cells of another version no page can be made, which is no reason to fail.
      terminal.say("no " + ReportFolder.PAGE + ": " + e.getMessage());
    } catch (IOException e) {
      return Optional.of(
          ErrorReport.of(
              new EnvironmentException(
                  "cannot write the pages of " + folder + ": " + TextFile.named(e))));
    }
    return Optional.empty();
  }

  @Override
  public void begins() {
    signals
        .orElseThrow()
        .onStop(
            () -> {
              String line = "stopping: " + whenStopped() + " (Ctrl-C again ends at once)";
              display.ifPresentOrElse(shown -> shown.note(line), () -> terminal.say(line));
              stop.stop();
            });
  }

  @Override
  public void begins(String part) {
    settings.liveView().begin(part);
  }

  @Override
  public void note(String line) {
    terminal.say(line);
  }

  @Override
  public void starting(String what) {
    terminal.say(RunHeader.starting(what));
  }

  @Override
  public void trap(String sentence) {
    terminal.say(RunHeader.trap(sentence));
  }

  /** A start that takes long, also one within a comparison. */
  private void waiting(String line) {
    terminal.say(Paragraph.LABEL.formatted("waiting") + line);
  }

  @Override
  public void broker(Broker broker, Optional<Scenario> scenario) {
    terminal.say(Paragraph.LABEL.formatted("broker") + RunHeader.broker(broker));
    scenario.ifPresent(s -> RunHeader.scenario(s).forEach(terminal::say));
  }

  @Override
  public void busy(String warning) {
    Paragraph.labelled("machine", warning).forEach(terminal::say);
  }

  /** Live where that is possible; else nothing stands between the rows of a table. */
  @Override
  public RunDisplay run(Scenario scenario) {
    return isLive() ? shown(new LiveProgress(terminal, false)) : RunDisplay.NONE;
  }

  final boolean isLive() {
    return terminal.live() && !terminal.quiet() && !settings.plain();
  }

  /** Shows a run; what is said meanwhile goes through its display. */
  final RunDisplay shown(ProgressDisplay progress) {
    display = Optional.of(progress);
    return progress;
  }

  @Override
  public void onStep(CellStep step) {
    settings.liveView().onStep(step);
  }

  @Override
  public void onStep(SearchStep step) {
    settings.liveView().onStep(step);
  }

  /** A row of the table, which is part of the result unless that is to be a document. */
  final void show(String lines) {
    if (settings.json()) {
      terminal.say(lines);
    } else {
      terminal.result(lines + "\n");
    }
  }
}
