package io.brokerbench.cli.session;

import io.brokerbench.cli.terminal.EnvironmentException;
import io.brokerbench.cli.terminal.ExitCode;
import io.brokerbench.cli.terminal.RunHeader;
import io.brokerbench.cli.terminal.StopSignals;
import io.brokerbench.cli.terminal.Terminal;
import io.brokerbench.core.base.Figures;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.calibrate.CalibrationException;
import io.brokerbench.core.calibrate.CalibrationPlan;
import io.brokerbench.core.calibrate.CalibrationStore;
import io.brokerbench.core.calibrate.Calibrator;
import io.brokerbench.core.calibrate.ConnectMeter;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.stage.BusyMachine;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.report.CalibrationReport;
import io.brokerbench.core.result.Calibration;
import io.brokerbench.core.result.CalibrationCodec;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.search.StepRigs;
import io.brokerbench.core.telemetry.FileDescriptorLimit;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** One calibration, from the start of the null broker to the exit code. */
public final class CalibrateSession {

  private static final String BROKER = "null";
  private static final String DRIVER = "swarm";

  /** Longest end of a run that is stopped, its drain included. */
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  /** Files that are open beside connections, with some to spare. */
  private static final int SPARE_FILES = 100;

  private final Tools tools;
  private final Terminal terminal;
  private final RigSettings settings;
  private final boolean quick;
  private final boolean precise;
  private final boolean json;
  private final ClientDriverProvider driver;

  /**
   * Makes one.
   *
   * @param precise whether the precision of the settings was asked for
   */
  public CalibrateSession(
      Tools tools, RigSettings settings, boolean quick, boolean precise, boolean json) {
    this.tools = tools;
    this.terminal = tools.terminal();
    this.settings = settings;
    this.quick = quick;
    this.precise = precise;
    this.json = json;
    this.driver = tools.offers().driver(DRIVER);
  }

  /** Does it; the exit code. */
  public int run() throws BrokerException, RunException, EnvironmentException {
    CalibrationPlan plan = plan();
    try (StopSignals signals = StopSignals.install(PATIENCE)) {
      return run(plan, signals);
    }
  }

  private int run(CalibrationPlan plan, StopSignals signals)
      throws BrokerException, RunException, EnvironmentException {
    BusyMachine machine = tools.machine().get();
    try (Broker broker = tools.offers().broker(BROKER).start(BrokerRequest.of(BROKER))) {
      terminal.say(RunHeader.LABEL.formatted("broker") + RunHeader.broker(broker));
      RunHeader.warn(terminal, machine, broker);
      Calibrator calibrator =
          new Calibrator(
              plan,
              (what, scenario, precision, connects) ->
                  measure(broker, signals, what, scenario, precision, connects),
              settings.clock());
      return report(calibrator.calibrate(settings.wallClock().instant()));
    } catch (CalibrationException e) {
      terminal.say("brokerbench: " + e.getMessage());
      return ExitCode.RUN_IS_INVALID;
    } catch (RunException e) {
      if (!signals.stopped()) {
        throw e;
      }
      return stopped(signals);
    } catch (InterruptedException e) {
      if (!signals.stopped()) {
        Thread.currentThread().interrupt();
      }
      return stopped(signals);
    }
  }

  private int stopped(StopSignals signals) {
    terminal.say("brokerbench: stopped; nothing was stored");
    return signals.stopped() ? signals.exitCode() : ExitCode.ENVIRONMENT_CANNOT;
  }

  private CalibrationPlan plan() throws EnvironmentException {
    long most = Long.MAX_VALUE;
    Optional<FileDescriptorLimit> files = tools.limits().get().files();
    if (files.isPresent()) {
      most = files.get().free() - driver.fileDescriptorsFor(0) - SPARE_FILES;
      if (most < CalibrationPlan.LEAST_CONNECTIONS) {
        throw new EnvironmentException(
            "calibration needs %s more open files, the limit is %s: raise it (ulimit -n)"
                .formatted(
                    Figures.count(CalibrationPlan.LEAST_CONNECTIONS - most),
                    Figures.count(files.get().limit())));
      }
    }
    CalibrationPlan plan = quick ? CalibrationPlan.quick(most) : CalibrationPlan.thorough(most);
    return precise ? plan.withPrecision(settings.precision()) : plan;
  }

  private RunResult measure(
      Broker broker,
      StopSignals signals,
      String what,
      Scenario scenario,
      Duration precision,
      ConnectMeter connects)
      throws RunException, InterruptedException {
    StepRigs.Rig rig =
        tools.rigs().create(scenario, broker, driver, settings.withPrecision(precision), connects);
    signals.onStop(rig::stop);
    RunResult result = rig.run();
    if (!signals.stopped()) {
      terminal.say(RunHeader.LABEL.formatted("measured") + CalibrationReport.step(what, result));
    }
    return result;
  }

  /** Keeps and prints it; one that can't be kept is printed all the same. */
  private int report(Calibration calibration) {
    CalibrationStore store = tools.calibrations();
    Optional<String> problem = Optional.empty();
    try {
      store.write(calibration);
    } catch (IOException e) {
      problem = Optional.of("%s can't be written: %s".formatted(store.file(), e.getMessage()));
    }
    if (json) {
      terminal.document(CalibrationCodec.write(calibration));
    } else {
      terminal.say("");
      Optional<String> stored =
          problem.isPresent() ? Optional.empty() : Optional.of(store.file().toString());
      terminal.result(terminal.shown(CalibrationReport.of(calibration, stored)));
    }
    problem.ifPresent(line -> terminal.say("brokerbench: " + line));
    return problem.isPresent() ? ExitCode.ENVIRONMENT_CANNOT : ExitCode.FINE;
  }
}
