package io.brokerbench.cli.session;

import io.brokerbench.cli.live.LiveView;
import io.brokerbench.cli.terminal.Terminal;
import io.brokerbench.core.engine.stage.BusyMachine;
import io.brokerbench.core.telemetry.MachineLimits;
import io.brokerbench.experiment.bench.RigFactory;
import io.brokerbench.experiment.calibrate.CalibrationStore;
import io.brokerbench.experiment.session.ProviderRegistry;
import java.time.Clock;
import java.time.ZoneId;
import java.util.function.Supplier;

/**
 * The environment of a command: terminal, providers, clock and stores.
 *
 * @param terminal where text goes
 * @param providers what there is to choose from
 * @param rigs makes load rigs
 * @param limits what this machine has for connections, now
 * @param clock for the names of result folders
 * @param calibrations where that of this machine is kept
 * @param liveView who is shown the page of a result
 * @param machine begins to look whether other work keeps this machine busy
 */
public record CommandContext(
    Terminal terminal,
    ProviderRegistry providers,
    RigFactory rigs,
    Supplier<MachineLimits> limits,
    Clock clock,
    CalibrationStore calibrations,
    LiveView liveView,
    Supplier<BusyMachine> machine) {

  /** Without a live view, and without a check of the machine. */
  public CommandContext(
      Terminal terminal,
      ProviderRegistry providers,
      RigFactory rigs,
      Supplier<MachineLimits> limits,
      Clock clock,
      CalibrationStore calibrations) {
    this(
        terminal,
        providers,
        rigs,
        limits,
        clock,
        calibrations,
        LiveView.NONE,
        BusyMachine::unwatched);
  }

  /** Those of this process. */
  public static CommandContext system() {
    return new CommandContext(
        Terminal.system(),
        ProviderRegistry.load(),
        RigFactory.LOAD_RIG,
        MachineLimits::current,
        Clock.system(ZoneId.systemDefault()),
        CalibrationStore.ofThisUser(),
        LiveView.NONE,
        BusyMachine::watch);
  }

  /** The same with other limits. */
  public CommandContext withLimits(Supplier<MachineLimits> other) {
    return new CommandContext(
        terminal, providers, rigs, other, clock, calibrations, liveView, machine);
  }

  /** The same with other rigs. */
  public CommandContext withRigs(RigFactory other) {
    return new CommandContext(
        terminal, providers, other, limits, clock, calibrations, liveView, machine);
  }

  /** The same with others who are shown pages. */
  public CommandContext withLiveView(LiveView others) {
    return new CommandContext(
        terminal, providers, rigs, limits, clock, calibrations, others, machine);
  }
}
