package io.brokerbench.mqtt.stress;

import io.brokerbench.core.definition.ScenarioCatalog;
import io.brokerbench.core.definition.ScenarioDefaults;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.PayloadSpec;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.TopicNames;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.scenario.Workload;
import java.util.Arrays;
import java.util.List;

/** {@code STRESS.Q0}, {@code STRESS.Q1}, {@code STRESS.Q2}: three topics to fifteen subscribers. */
public final class StressCatalog implements ScenarioCatalog {

  private static final int PUBLISHERS = 3;
  private static final int SUBSCRIBERS = 15;
  private static final int PAYLOAD_BYTES = 64;

  /** What a laptop carries, as the fan-out makes fifteen of it. */
  private static final Rate RATE = Rate.perSecond(1_000);

  private static final TopicNames TOPICS =
      new TopicNames("topic/{publisher}", List.of("topic/0", "topic/1", "topic/2"));

  @Override
  public String title() {
    return "Stress: three publishers, fifteen subscribers on all topics";
  }

  @Override
  public List<Scenario> scenarios() {
    return Arrays.stream(Qos.values()).map(StressCatalog::scenario).toList();
  }

  static String name(Qos qos) {
    return "STRESS.Q" + qos.level();
  }

  /** The scenario of a QoS. */
  static Scenario scenario(Qos qos) {
    return new Scenario(
        name(qos),
        "Three publishers with RETAIN, and fifteen subscribers of all three topics, QoS "
            + qos.level(),
        new Topology(PUBLISHERS, SUBSCRIBERS, Distribution.ALL).withTopics(TOPICS),
        new Workload(
            qos,
            new PayloadSpec(PAYLOAD_BYTES),
            true,
            new ConstantLoad(RATE),
            ScenarioDefaults.SEED),
        ScenarioDefaults.session(false),
        ScenarioDefaults.PHASES);
  }
}
