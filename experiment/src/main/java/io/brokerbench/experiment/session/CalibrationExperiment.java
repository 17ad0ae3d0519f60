package io.brokerbench.experiment.session;

import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.engine.Rig;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.result.Calibration;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.experiment.bench.BrokerUnderTest;
import io.brokerbench.experiment.bench.RigFactory;
import io.brokerbench.experiment.calibrate.CalibrationException;
import io.brokerbench.experiment.calibrate.CalibrationPlan;
import io.brokerbench.experiment.calibrate.CalibrationStore;
import io.brokerbench.experiment.calibrate.Calibrator;
import io.brokerbench.experiment.store.ResultFolder;
import io.brokerbench.experiment.store.ResultFolderException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A calibration: what this machine's generator can do, against a broker that does nothing.
 *
 * @param plan what is measured
 * @param idle the null broker, and settings of the rig
 * @param store where it is kept
 */
public record CalibrationExperiment(CalibrationPlan plan, RunTarget idle, CalibrationStore store)
    implements Experiment<CalibrationExperiment.Calibrated> {

  /**
   * What came of it.
   *
   * @param calibration absent where other work, or too slow a machine, took the meaning from it
   * @param refusal why it did
   */
  public record Calibrated(Optional<Calibration> calibration, String refusal) {}

  @Override
  public Requirements requirements() {
    return Requirements.of(List.of(idle), "", Duration.ZERO);
  }

  @Override
  public ExpectedTime expectedTime() {
    return ExpectedTime.about(plan.expectedTime());
  }

  @Override
  public Answer answer(Calibrated result) {
    return result.calibration().isPresent() ? Answer.YES : Answer.INVALID;
  }

  @Override
  public Calibrated perform(ExperimentBench bench)
      throws BrokerException, RunException, EnvironmentException, InterruptedException {
    RigFactory rigs = bench.environment().loads().rigs();
    BrokerUnderTest site = bench.start(idle, ResultFolder.BROKER_LOG, BrokerAnnouncement.BROKER);
    bench.listener().begins();
    Calibrator calibrator =
        new Calibrator(
            plan,
            (what, scenario, precision, connects) -> {
              RigSettings settings = idle.settings().withPrecision(precision);
              Rig rig = rigs.create(scenario, site.broker(), idle.driver(), settings, connects);
              RunResult result = site.stop().run(rig);
              if (!site.stop().isStopped()) {
                bench.listener().calibrated(what, result);
              }
              return result;
            },
            idle.settings().clock());
    boolean kept = false;
    try {
      Calibration calibration = calibrator.calibrate(idle.settings().wallClock().instant());
      bench.attempt(() -> keep(calibration));
      kept = bench.keep(Calibration.DOCUMENT, Calibration.CODEC.write(calibration)).isPresent();
      return new Calibrated(Optional.of(calibration), "");
    } catch (CalibrationException e) {
      return new Calibrated(Optional.empty(), e.getMessage());
    } finally {
      if (!kept) {
        // Nothing else is in the folder, which then goes.
        bench.keep(folder -> folder.remove(ResultFolder.BROKER_LOG));
      }
    }
  }

  private void keep(Calibration calibration) throws ResultFolderException {
    try {
      store.write(calibration);
    } catch (IOException e) {
      throw new ResultFolderException(
          "%s cannot be written: %s".formatted(store.file(), e.getMessage()));
    }
  }
}
