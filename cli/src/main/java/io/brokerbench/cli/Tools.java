package io.brokerbench.cli;

import io.brokerbench.core.calibrate.CalibrationStore;
import io.brokerbench.core.telemetry.FileDescriptorLimit;
import java.time.Clock;
import java.time.ZoneId;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What commands work with.
 *
 * @param terminal where text goes
 * @param offers what there is to choose from
 * @param rigs makes load rigs
 * @param files how many files this process may have open; empty where there is no limit
 * @param clock for the names of result folders
 * @param calibrations where that of this machine is kept
 */
record Tools(
    Terminal terminal,
    Offers offers,
    RigFactory rigs,
    Supplier<Optional<FileDescriptorLimit>> files,
    Clock clock,
    CalibrationStore calibrations) {

  /** Those of this process. */
  static Tools system() {
    return new Tools(
        Terminal.system(),
        Offers.load(),
        RigFactory.LOAD_RIG,
        FileDescriptorLimit::current,
        Clock.system(ZoneId.systemDefault()),
        CalibrationStore.ofThisUser());
  }
}
