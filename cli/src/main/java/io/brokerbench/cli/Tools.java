package io.brokerbench.cli;

import io.brokerbench.core.calibrate.CalibrationStore;
import io.brokerbench.core.telemetry.MachineLimits;
import java.time.Clock;
import java.time.ZoneId;
import java.util.function.Supplier;

/**
 * What commands work with.
 *
 * @param terminal where text goes
 * @param offers what there is to choose from
 * @param rigs makes load rigs
 * @param limits what this machine has for connections, now
 * @param clock for the names of result folders
 * @param calibrations where that of this machine is kept
 */
record Tools(
    Terminal terminal,
    Offers offers,
    RigFactory rigs,
    Supplier<MachineLimits> limits,
    Clock clock,
    CalibrationStore calibrations) {

  /** Those of this process. */
  static Tools system() {
    return new Tools(
        Terminal.system(),
        Offers.load(),
        RigFactory.LOAD_RIG,
        MachineLimits::current,
        Clock.system(ZoneId.systemDefault()),
        CalibrationStore.ofThisUser());
  }

  /** The same with other rigs. */
  Tools withRigs(RigFactory other) {
    return new Tools(terminal, offers, other, limits, clock, calibrations);
  }
}
