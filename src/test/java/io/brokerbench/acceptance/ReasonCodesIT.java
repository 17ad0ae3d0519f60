package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.engine.LoadRig;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.core.load.NoLoad;
import io.brokerbench.core.mqtt5.AnswerPacket;
import io.brokerbench.core.result.ReasonCodeCount;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Threshold;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.mqtt.swarm.SwarmDriverProvider;
import io.brokerbench.report.text.ResultSentences;
import io.brokerbench.testkit.broker.FaultyBroker;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each reason code that a broker gives is counted, by its packet. */
class ReasonCodesIT {

  private static final int CLIENTS = 200;

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void refusedConnectsAreCountedByTheirCode(int workers) throws Exception {
    Scenario usual = Runs.of(CLIENTS, 1, Distribution.SINGLE).mqtt5().scenario();
    Scenario connects =
        usual
            .with()
            .topology(new Topology(CLIENTS, 0, Distribution.NONE))
            .workload(usual.workload().withLoad(new NoLoad()))
            .build();
    try (FaultyBroker broker = FaultyBroker.start()) {
      broker.faults().refuseEvery(7);
      RunResult result =
          new LoadRig(
                  connects,
                  broker,
                  new SwarmDriverProvider(),
                  RigSettings.defaults().withWorkers(workers),
                  RunListener.NONE)
              .run();
      long refused = broker.counters().connectionsRefused();
      assertThat(refused).isPositive();
      assertThat(result.connections().refused()).isEqualTo(refused);
      assertThat(result.reasonCodes())
          .contains(List.of(new ReasonCodeCount(AnswerPacket.CONNACK, 0x88, refused)));
      assertThat(FigureCatalogue.find("reasons.failures").in(result)).hasValue((double) refused);
      assertThat(ThresholdCheck.of(Threshold.parse("reasons.failures>0")).in(result).isCrossed())
          .isTrue();
      assertThat(ResultSentences.reasonCodes(result))
          .contains(refused + " x CONNACK server unavailable (0x88)");
    }
  }
}
