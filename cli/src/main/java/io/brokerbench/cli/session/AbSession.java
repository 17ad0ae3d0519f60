package io.brokerbench.cli.session;

import io.brokerbench.cli.option.GateOptions;
import io.brokerbench.cli.terminal.ErrorReport;
import io.brokerbench.experiment.gate.AbResult;
import io.brokerbench.experiment.gate.AbRound;
import io.brokerbench.experiment.gate.Decision;
import io.brokerbench.experiment.gate.RejectedRun;
import io.brokerbench.experiment.metric.RunMeasurement;
import io.brokerbench.experiment.session.ComparisonExperiment;
import io.brokerbench.experiment.session.ComparisonExperiment.Comparison;
import io.brokerbench.report.text.GateReport;
import io.brokerbench.report.text.GateText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One comparison of two brokers on a terminal, a row for each round. */
public final class AbSession extends CommandSession<Comparison> {

  private final GateOptions options;
  private final GateReport report;
  private boolean headed;

  /**
   * A comparison that has not begun.
   *
   * @param options for reports and the exit code
   */
  public AbSession(
      CommandContext context,
      SessionSettings settings,
      ComparisonExperiment experiment,
      GateOptions options) {
    super(context, settings, experiment);
    this.options = options;
    this.report = new GateReport(context.terminal().unicode());
  }

  @Override
  String noun() {
    return "comparison";
  }

  @Override
  public void onRound(AbRound round, RunMeasurement baseline, RunMeasurement candidate) {
    if (!headed) {
      show(report.header(baseline));
      headed = true;
    }
    show(report.row(round, baseline, candidate));
  }

  @Override
  String document(Comparison result) {
    return AbResult.CODEC.write(result.document());
  }

  @Override
  void print(Comparison result, Optional<String> path) {
    List<GateReport.Labelled> where = new ArrayList<>();
    path.ifPresent(results -> where.add(new GateReport.Labelled("results", results)));
    where.add(new GateReport.Labelled("again", settings.again()));
    terminal.result(
        "\n" + report.of(GateText.of(result.document()), notes(result.document()), where));
  }

  @Override
  Optional<ErrorReport> writeReports(Comparison result) {
    return options.write(GateText.of(result.document()));
  }

  @Override
  Optional<ErrorReport> failure(Comparison result) {
    return result.failure().map(ErrorReport::of);
  }

  private static List<String> notes(AbResult result) {
    List<String> notes = new ArrayList<>();
    switch (result.end()) {
      case CLEAR -> notes.add("Ended early, as the answer was clear.");
      case STOPPED -> notes.add("Stopped before its end.");
      case BUDGET -> notes.add("Ended with the budget; --budget gives it more time.");
      case INVALID_RUNS ->
          notes.add(
              "The generator was the limit in half of the baseline's runs, so they say nothing"
                  + " about the brokers. Lower the rate, or leave brokers and generator more of the"
                  + " machine.");
      case HELD_UP ->
          notes.add(
              "The machine or the generator held up half of the candidate's runs, which a stored"
                  + " baseline does not share. Try again when the machine is quieter, or compare"
                  + " with a baseline that is run beside it.");
      case NOT_MEASURED ->
          notes.add(
              "Ended, as a figure that --tolerance names is not known here. Leave it out, or make"
                  + " it known: CPU and memory of a broker by address by ?pid=.");
      case BASELINE_FAILED -> notes.add("Runs of the baseline broke off: nothing to compare with.");
      case ROUNDS, CANDIDATE_FAILED, BROKE_OFF -> {}
    }
    if (result.disturbed() > 0) {
      notes.add(
          "Of the runs that count, other work on this machine disturbed %d: it makes the intervals"
                  .formatted(result.disturbed())
              + " wider.");
    }
    if (result.late() > 0) {
      notes.add(
          "Of the runs that count, the generator was late in %d: their latencies hold its delay."
              .formatted(result.late()));
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

  /** A regression is one, however little of the comparison it took. */
  @Override
  boolean isShown(Comparison result) {
    return result.document().verdict().decision() == Decision.REGRESSED;
  }

  @Override
  int exitCode(Comparison result) {
    return options.exitCode(experiment.answer(result));
  }
}
