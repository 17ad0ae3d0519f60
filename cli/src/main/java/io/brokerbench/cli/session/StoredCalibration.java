package io.brokerbench.cli.session;

import io.brokerbench.core.result.Calibration;
import io.brokerbench.core.telemetry.EnvironmentProbe;
import io.brokerbench.experiment.calibrate.CalibrationStore;
import io.brokerbench.report.text.Paragraph;
import java.util.Optional;

/** What this machine's generator can do, as {@code brokerbench calibrate} has measured it. */
public final class StoredCalibration {

  private StoredCalibration() {}

  /** It, if it is known; a line is said where one is stored that is of no use here. */
  public static Optional<Calibration> read(CommandContext context) {
    CalibrationStore.Found found =
        context.calibrations().read(new EnvironmentProbe().probe(), Runtime.version().feature());
    found
        .note()
        .ifPresent(note -> context.terminal().say(Paragraph.LABEL.formatted("calibration") + note));
    return found.calibration();
  }
}
