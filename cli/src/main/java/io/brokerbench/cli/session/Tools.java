package io.brokerbench.cli.session;

import io.brokerbench.cli.live.Readers;
import io.brokerbench.cli.live.RigFactory;
import io.brokerbench.cli.option.Offers;
import io.brokerbench.cli.terminal.Terminal;
import io.brokerbench.core.calibrate.CalibrationStore;
import io.brokerbench.core.engine.stage.BusyMachine;
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
 * @param readers who are shown the page of a result
 * @param machine begins to look whether other work keeps this machine busy
 */
public record Tools(
    Terminal terminal,
    Offers offers,
    RigFactory rigs,
    Supplier<MachineLimits> limits,
    Clock clock,
    CalibrationStore calibrations,
    Readers readers,
    Supplier<BusyMachine> machine) {

  /** Where nobody waits for pages, and nothing looks at the machine. */
  public Tools(
      Terminal terminal,
      Offers offers,
      RigFactory rigs,
      Supplier<MachineLimits> limits,
      Clock clock,
      CalibrationStore calibrations) {
    this(terminal, offers, rigs, limits, clock, calibrations, Readers.NONE, BusyMachine::unwatched);
  }

  /** Those of this process. */
  public static Tools system() {
    return new Tools(
        Terminal.system(),
        Offers.load(),
        RigFactory.LOAD_RIG,
        MachineLimits::current,
        Clock.system(ZoneId.systemDefault()),
        CalibrationStore.ofThisUser(),
        Readers.NONE,
        BusyMachine::watch);
  }

  /** The same with other limits. */
  public Tools withLimits(Supplier<MachineLimits> other) {
    return new Tools(terminal, offers, rigs, other, clock, calibrations, readers, machine);
  }

  /** The same with other rigs. */
  public Tools withRigs(RigFactory other) {
    return new Tools(terminal, offers, other, limits, clock, calibrations, readers, machine);
  }

  /** The same with others who are shown pages. */
  public Tools withReaders(Readers others) {
    return new Tools(terminal, offers, rigs, limits, clock, calibrations, others, machine);
  }
}
