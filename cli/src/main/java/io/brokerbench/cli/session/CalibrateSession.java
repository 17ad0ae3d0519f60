package io.brokerbench.cli.session;

import io.brokerbench.core.result.Calibration;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.experiment.session.CalibrationExperiment;
import io.brokerbench.experiment.session.CalibrationExperiment.Calibrated;
import io.brokerbench.experiment.session.Outcome;
import io.brokerbench.report.text.CalibrationReport;
import io.brokerbench.report.text.Paragraph;
import java.util.Optional;

/** One calibration on a terminal, a line for each of its runs. */
public final class CalibrateSession extends CommandSession<Calibrated> {

  public CalibrateSession(
      CommandContext context, SessionSettings settings, CalibrationExperiment experiment) {
    super(context, settings, experiment);
  }

  @Override
  String noun() {
    return "calibration";
  }

  @Override
  String stoppedLine(Exception end) {
    return "stopped; nothing was stored";
  }

  @Override
  public void calibrated(String what, RunResult result) {
    terminal.say(Paragraph.LABEL.formatted("measured") + CalibrationReport.step(what, result));
  }

  @Override
  int conclude(Outcome<Calibrated> outcome) {
    if (outcome.result().calibration().isEmpty()) {
      terminal.warn(outcome.result().refusal());
      return exitCode(outcome.result());
    }
    return super.conclude(outcome);
  }

  @Override
  String document(Calibrated result) {
    return Calibration.CODEC.write(result.calibration().orElseThrow());
  }

  @Override
  void print(Calibrated result, Optional<String> path) {
    terminal.say("");
    terminal.result(
        terminal.shown(
            CalibrationReport.of(
                result.calibration().orElseThrow(),
                path.map(kept -> context.calibrations().file().toString()),
                path)));
  }
}
