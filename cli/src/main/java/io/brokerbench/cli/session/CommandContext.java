package io.brokerbench.cli.session;

import io.brokerbench.cli.settings.OptionEnvironment;
import io.brokerbench.cli.settings.OptionSources;
import io.brokerbench.cli.terminal.StopSignals;
import io.brokerbench.cli.terminal.Terminal;
import io.brokerbench.core.engine.stage.BusyMachine;
import io.brokerbench.core.result.Calibration;
import io.brokerbench.core.telemetry.MachineLimits;
import io.brokerbench.experiment.bench.RigFactory;
import io.brokerbench.experiment.calibrate.CalibrationStore;
import io.brokerbench.experiment.session.ProviderRegistry;
import io.brokerbench.report.text.Paragraph;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The environment of a command: terminal, providers, clock and stores.
 *
 * @param terminal where text goes
 * @param registry what there is to choose from; only commands that choose read it, as help would
 *     wait for it
 * @param rigs makes load rigs
 * @param limits what this machine has for connections, now
 * @param clock for the names of result folders
 * @param calibrations where that of this machine is kept
 * @param machine begins to look whether other work keeps this machine busy
 * @param optionEnvironment where options come from beside the command line
 * @param signals begins to listen for signals, given how long a command may take to end after one
 */
public record CommandContext(
    Terminal terminal,
    Supplier<ProviderRegistry> registry,
    RigFactory rigs,
    Supplier<MachineLimits> limits,
    Clock clock,
    CalibrationStore calibrations,
    Supplier<BusyMachine> machine,
    OptionEnvironment optionEnvironment,
    Function<Duration, StopSignals> signals) {

  /** Those of this process, for a caller in it. */
  public static CommandContext system() {
    return on(Terminal.system());
  }

  /** Those of this process, with another terminal. */
  public static CommandContext on(Terminal terminal) {
    return new CommandContext(
        terminal,
        new Installed(),
        RigFactory.LOAD_RIG,
        MachineLimits::current,
        Clock.system(ZoneId.systemDefault()),
        CalibrationStore.ofThisUser(),
        BusyMachine::watch,
        OptionEnvironment.current(),
        StopSignals::install);
  }

  /** All that is on the class path, read when it is asked for first. */
  private static final class Installed implements Supplier<ProviderRegistry> {

    private ProviderRegistry read;

    @Override
    public synchronized ProviderRegistry get() {
      if (read == null) {
        read = ProviderRegistry.load();
      }
      return read;
    }
  }

  /** What there is to choose from. */
  public ProviderRegistry providers() {
    return registry.get();
  }

  /**
   * What this machine's generator can do, where {@code brokerbench calibrate} has measured it. A
   * stored calibration that does not fit this machine is named on standard error, and ignored.
   */
  public Optional<Calibration> calibration() {
    CalibrationStore.Found found = calibrations.here();
    found.note().ifPresent(note -> terminal.say(Paragraph.LABEL.formatted("calibration") + note));
    return found.calibration();
  }

  /** Says on standard error that a value for all runs changes nothing in this one. */
  public void sayUnused(String option) {
    sayUnused(option, "for which this scenario has no use");
  }

  /**
   * Says on standard error that a value for all runs is left out, as the command line has what
   * contradicts it.
   */
  public void sayLeftOut(CommandSpec command, String option, String given) {
    String place = OptionSources.from(command, command.findOption(option));
    sayUnused(option + place, "as " + given + " is given");
  }

  private void sayUnused(String option, String why) {
    terminal.say(Paragraph.LABEL.formatted("unused") + option + ", " + why);
  }
}
