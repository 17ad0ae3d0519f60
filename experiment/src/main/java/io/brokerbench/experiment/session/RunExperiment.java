package io.brokerbench.experiment.session;

import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.experiment.bench.BrokerUnderTest;
import io.brokerbench.experiment.store.ResultFolder;
import java.time.Duration;
import java.util.List;

/** One run of a scenario. */
public record RunExperiment(RunTarget target) implements Experiment<RunResult> {

  @Override
  public Requirements requirements() {
    Duration drain = target.scenario().phases().drainLimit();
    return Requirements.of(
        List.of(target),
        "",
        target
            .settings()
            .faultCommands()
            .map(commands -> drain.plus(commands.longest()))
            .orElse(drain));
  }

  @Override
  public ExpectedTime expectedTime() {
    Phases phases = target.scenario().phases();
    return phases.settles()
        ? ExpectedTime.atMost(phases.longestWarmUp().plus(phases.steady()))
        : ExpectedTime.about(phases.warmUp().plus(phases.steady()));
  }

  @Override
  public Answer answer(RunResult result) {
    return Answer.of(result.verdict().status()).unlessCrossed(ThresholdCheck.of(result));
  }

  @Override
  public RunResult perform(ExperimentBench bench)
      throws BrokerException, RunException, EnvironmentException, InterruptedException {
    BrokerUnderTest site =
        bench.start(target, ResultFolder.BROKER_LOG, BrokerAnnouncement.WITH_SCENARIO);
    bench.listener().begins();
    RunResult result = site.stop().run(site.rig(target.scenario(), RunListener.NONE));
    bench.keep(folder -> folder.write(result));
    return result;
  }
}
