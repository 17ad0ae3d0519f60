package io.brokerbench.cli.session;

import io.brokerbench.cli.terminal.EnvironmentException;
import io.brokerbench.cli.terminal.ErrorReport;
import io.brokerbench.cli.terminal.ExitCode;
import io.brokerbench.cli.terminal.StopSignals;
import io.brokerbench.cli.terminal.Terminal;
import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.compare.AbExperiment;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.gate.AbFindings;
import io.brokerbench.core.gate.AbPair;
import io.brokerbench.core.gate.AbResult;
import io.brokerbench.core.gate.AbSide;
import io.brokerbench.core.gate.GateCodec;
import io.brokerbench.core.gate.RejectedRun;
import io.brokerbench.core.gate.Side;
import io.brokerbench.core.metric.Measured;
import io.brokerbench.core.metric.Metrics;
import io.brokerbench.core.report.GateReport;
import io.brokerbench.core.report.GateText;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.store.ResultFolder;
import io.brokerbench.core.store.ResultFolderException;
import io.brokerbench.core.telemetry.EnvironmentProbe;
import io.brokerbench.report.HtmlReport;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One interleaved comparison from the checks before it to the exit code after it.
 *
 * <p>Whatever happens, brokers are closed, and what was measured until then is judged, printed and
 * kept.
 */
public final class AbSession {

  /** On top of the drain: for connections to close, results to be written, a broker to end. */
  private static final Duration GRACE = Duration.ofSeconds(15);

  private final Tools tools;
  private final Terminal terminal;
  private final AbRequest request;
  private final RunSession.Request candidate;
  private final GateReport report;
  private boolean headed;

  public AbSession(Tools tools, AbRequest request) {
    this.tools = tools;
    this.terminal = tools.terminal();
    this.request = request;
    this.candidate = request.candidate();
    this.report = new GateReport(terminal.unicode());
  }

  /** Compares; the exit code. */
  public int run()
      throws BrokerException, RunException, ResultFolderException, EnvironmentException {
    request.judging().options().requireWritable();
    if (request.baseline().live().isPresent()) {
      Preflight.check(request.baseline().live().get(), tools);
    }
    Preflight.check(candidate, tools);
    ResultFolder folder =
        ResultFolder.create(
            candidate.output().folder(),
            tools.clock(),
            candidate.scenario().name(),
            "ab-" + candidate.shortName());
    Duration patience = candidate.scenario().phases().drainLimit().plus(GRACE);
    try (StopSignals signals = StopSignals.install(patience)) {
      return run(folder, signals);
    } finally {
      folder.removeIfEmpty();
    }
  }

  private int run(ResultFolder folder, StopSignals signals)
      throws BrokerException, RunException, EnvironmentException {
    AbBench bench = new AbBench(tools, request, folder);
    AbExperiment experiment =
        new AbExperiment(
            request.judging().plan(),
            request.judging().tolerances(),
            bench,
            this::tell,
            NanoClock.SYSTEM);
    signals.onStop(
        () -> {
          terminal.say("stopping: what is under way is drained (Ctrl-C again ends at once)");
          experiment.stop();
          bench.stop();
        });
    try {
      terminal.say("rehearsing each side once; this doesn't count");
      bench.rehearse();
      Instant startedAt = tools.clock().instant();
      AbFindings findings = experiment.run();
      if (findings.pairs().isEmpty() && findings.failure().isPresent()) {
        return refused(findings.failure().get());
      }
      int code = conclude(result(bench, startedAt, findings), findings, folder, bench);
      return signals.stopped() ? signals.exitCode() : code;
    } catch (BrokerException | RunException e) {
      if (!signals.stopped()) {
        throw e;
      }
      terminal.say("brokerbench: " + ErrorReport.of(e).line());
      return signals.exitCode();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      terminal.say("brokerbench: stopped before the comparison began");
      return signals.stopped() ? signals.exitCode() : ExitCode.ENVIRONMENT_CANNOT;
    }
  }

  private int refused(Exception failure) {
    ErrorReport error = ErrorReport.of(failure);
    terminal.say("brokerbench: " + error.line());
    return error.exitCode();
  }

  private AbResult result(AbBench bench, Instant startedAt, AbFindings findings) {
    Optional<BrokerIdentity> stored =
        request.baseline().stored().flatMap(baseline -> baseline.subject().broker());
    return new AbResult(
        AbResult.SCHEMA,
        candidate.scenario(),
        new AbSide(request.baseline().selector(), stored.or(() -> bench.identity(Side.BASELINE))),
        new AbSide(candidate.selector(), bench.identity(Side.CANDIDATE)),
        bench.driver(),
        new EnvironmentProbe().probe(),
        startedAt,
        Duration.between(startedAt, tools.clock().instant()),
        request.judging().plan(),
        findings.end(),
        findings.looks(),
        findings.pairs(),
        findings.rejected(),
        findings.verdict());
  }

  private void tell(AbPair pair, Measured baseline, Measured measured) {
    String metric = Metrics.headline(baseline.values());
    if (!headed) {
      show(report.header(metric));
      headed = true;
    }
    show(report.row(pair, metric, baseline, measured));
  }

  /** The table is part of the result, unless that is to be a document. */
  private void show(String line) {
    if (candidate.output().json()) {
      terminal.say(line);
    } else {
      terminal.result(line + "\n");
    }
  }

  private int conclude(AbResult result, AbFindings findings, ResultFolder folder, AbBench bench) {
    Optional<ErrorReport> problem = bench.problem().or(() -> kept(folder, result));
    GateText text = GateText.of(result);
    if (candidate.output().json()) {
      terminal.document(GateCodec.write(result));
    } else {
      List<GateReport.Labelled> where = new ArrayList<>();
      if (problem.isEmpty()) {
        where.add(new GateReport.Labelled("results", folder.path() + "/"));
      }
      where.add(new GateReport.Labelled("again", candidate.output().again()));
      terminal.result("\n" + report.of(text, notes(result), where));
    }
    Optional<ErrorReport> unwritten = request.judging().options().write(text);
    Optional<ErrorReport> page =
        problem.isPresent()
            ? Optional.empty()
            : Pages.write(
                tools, folder, candidate.output().again(), around -> HtmlReport.of(result, around));
    Optional<ErrorReport> worst =
        findings
            .failure()
            .map(ErrorReport::of)
            .or(() -> problem)
            .or(() -> unwritten)
            .or(() -> page);
    worst.ifPresent(p -> terminal.say("brokerbench: " + p.line()));
    return worst.map(ErrorReport::exitCode).orElseGet(() -> exitCode(result));
  }

  private static Optional<ErrorReport> kept(ResultFolder folder, AbResult result) {
    try {
      folder.write(result);
      return Optional.empty();
    } catch (ResultFolderException e) {
      return Optional.of(ErrorReport.of(e));
    }
  }

  private static List<String> notes(AbResult result) {
    List<String> notes = new ArrayList<>();
    switch (result.end()) {
      case CLEAR -> notes.add("Ended early, as the answer was clear.");
      case STOPPED -> notes.add("Stopped before its end.");
      case BUDGET -> notes.add("Ended with the budget; --budget gives it more time.");
      case GENERATOR_LIMITED ->
          notes.add(
              "The generator was the limit in too many runs, so they say nothing of the brokers."
                  + " Lower --rate, or leave the generator more of the machine.");
      case BASELINE_FAILED -> notes.add("Runs of the baseline broke off: nothing to compare with.");
      case PAIRS, CANDIDATE_FAILED, BROKE_OFF -> {}
    }
    if (!result.rejected().isEmpty()) {
      RejectedRun first = result.rejected().get(0);
      notes.add(
          "%d run%s did not count; the first, of the %s: %s %s"
              .formatted(
                  result.rejected().size(),
                  result.rejected().size() == 1 ? "" : "s",
                  first.side().title(),
                  first.status(),
                  first.reason()));
    }
    return notes;
  }

  private int exitCode(AbResult result) {
    return switch (result.end()) {
      case GENERATOR_LIMITED -> ExitCode.RUN_IS_INVALID;
      case BASELINE_FAILED, BROKE_OFF -> ExitCode.ENVIRONMENT_CANNOT;
      case CLEAR, PAIRS, BUDGET, STOPPED, CANDIDATE_FAILED ->
          request.judging().options().exitCode(result.verdict().decision());
    };
  }
}
