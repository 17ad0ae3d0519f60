package io.brokerbench.cli;

import io.brokerbench.cli.help.Grouped;
import io.brokerbench.cli.help.HelpGroup;
import io.brokerbench.cli.session.CalibrateSession;
import io.brokerbench.cli.session.CommandContext;
import io.brokerbench.cli.terminal.Sets;
import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.definition.ScenarioDefaults;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.result.ResourceLimits;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.telemetry.FileDescriptorLimit;
import io.brokerbench.experiment.calibrate.CalibrationPlan;
import io.brokerbench.experiment.cell.Probes;
import io.brokerbench.experiment.session.CalibrationExperiment;
import io.brokerbench.experiment.session.EnvironmentException;
import io.brokerbench.experiment.session.RunTarget;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code brokerbench calibrate}. */
@Grouped(HelpGroup.GENERATOR)
@Command(
    name = "calibrate",
    description =
        "Measure what this machine's generator can do, against a broker that does nothing, and"
            + " keep it: later runs show how much of it they used.",
    abbreviateSynopsis = true,
    footer = {"  brokerbench calibrate", "  brokerbench calibrate --quick --json"})
final class CalibrateCommand extends ContextCommand {

  private static final String BROKER = "null";
  private static final String DRIVER = "swarm";

  /** Files that are open beside connections, with some to spare. */
  private static final int SPARE_FILES = 100;

  @Grouped(HelpGroup.MOST_USED)
  @Option(names = "--quick", description = "Take a third of the time, for rougher figures.")
  private boolean quick;

  @Sets("precision")
  @Option(
      names = "--precision",
      paramLabel = "DURATION",
      description = "Shortest time between two turns of a send loop (default: 500us).")
  private Duration precision;

  @Sets("lanes")
  @Option(
      names = "--lanes",
      paramLabel = "N",
      description = "Threads that carry clients (default: the driver chooses).")
  private Integer lanes;

  @Mixin private SessionOptions session = new SessionOptions();

  CalibrateCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() throws Exception {
    RigSettings settings = settings();
    CalibrationExperiment experiment =
        new CalibrationExperiment(
            plan(settings),
            new RunTarget(
                Probes.of(Qos.AT_MOST_ONCE, ScenarioDefaults.PHASES).withName("CALIBRATION"),
                BROKER,
                context.providers().broker(BROKER),
                ResourceLimits.NONE,
                context.providers().driver(DRIVER),
                settings),
            context.calibrations());
    return session.run(
        context,
        "calibration",
        session.again(),
        AgentsOption.NONE,
        shown -> new CalibrateSession(context, shown, experiment));
  }

  private CalibrationPlan plan(RigSettings settings) throws EnvironmentException {
    long most = Long.MAX_VALUE;
    Optional<FileDescriptorLimit> files = context.limits().get().files();
    if (files.isPresent()) {
      most =
          files.get().free()
              - context.providers().driver(DRIVER).fileDescriptorsFor(0)
              - SPARE_FILES;
      if (most < CalibrationPlan.LEAST_CONNECTIONS) {
        throw new EnvironmentException(
            "calibration needs %s more open files, the limit is %s: raise it (ulimit -n)"
                .formatted(
                    NumberText.count(CalibrationPlan.LEAST_CONNECTIONS - most),
                    NumberText.count(files.get().limit())));
      }
    }
    CalibrationPlan plan = quick ? CalibrationPlan.quick(most) : CalibrationPlan.thorough(most);
    return precision != null ? plan.withPrecision(settings.precision()) : plan;
  }

  private RigSettings settings() {
    RigSettings settings = RigSettings.defaults();
    settings = lanes == null ? settings : settings.withLanes(lanes);
    return precision == null ? settings : settings.withPrecision(precision);
  }
}
