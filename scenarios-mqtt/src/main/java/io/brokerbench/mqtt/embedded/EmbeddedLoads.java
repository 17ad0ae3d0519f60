package io.brokerbench.mqtt.embedded;

import io.brokerbench.core.definition.ScenarioDefaults;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.PayloadSpec;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.TopicNames;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.scenario.Workload;

/** The loads of the embedded studies: messages of some size each second, to some subscribers. */
final class EmbeddedLoads {

  /** Bytes of a kilobyte here. */
  static final int KB = 1_000;

  /** What all topics of a load are below. */
  static final String ROOT = "load";

  private EmbeddedLoads() {}

  /**
   * Publishers with topics of their own, and one subscriber of all.
   *
   * @param publishers number of topics
   * @param perSecond messages of all together
   */
  static Scenario load(Qos qos, int publishers, double perSecond, int payloadBytes, Phases phases) {
    return scenario(
        new Topology(publishers, 1, Distribution.SINGLE)
            .withTopics(TopicNames.below(ROOT + "/{run}")),
        qos,
        perSecond,
        payloadBytes,
        phases);
  }

  /** One publisher, and subscribers that all get its messages. */
  static Scenario fanOut(
      Qos qos, int subscribers, double perSecond, int payloadBytes, Phases phases) {
    return scenario(
        new Topology(1, subscribers, Distribution.ALL).withTopics(TopicNames.one(ROOT + "/all")),
        qos,
        perSecond,
        payloadBytes,
        phases);
  }

  private static Scenario scenario(
      Topology topology, Qos qos, double perSecond, int payloadBytes, Phases phases) {
    return new Scenario(
        "EMBEDDED",
        "",
        topology,
        new Workload(
            qos,
            new PayloadSpec(payloadBytes),
            false,
            new ConstantLoad(Rate.perSecond(perSecond)),
            ScenarioDefaults.SEED),
        ScenarioDefaults.session(false),
        phases);
  }
}
