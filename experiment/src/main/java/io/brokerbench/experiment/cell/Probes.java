package io.brokerbench.experiment.cell;

import io.brokerbench.core.definition.ScenarioDefaults;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.PayloadSpec;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Session;
import io.brokerbench.core.scenario.TopicNames;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.scenario.Workload;

/** Probes: one publisher, one subscriber, a topic of their own, one message each second. */
public final class Probes {

  /** Topic of a probe. */
  public static final String TOPIC = "probe/latency";

  private static final Rate RATE = Rate.perSecond(1);

  private Probes() {}

  /** A probe with a QoS and phases. */
  public static Scenario of(Qos qos, Phases phases) {
    return new Scenario(
        "PROBE",
        "The way there and back of one message each second, on a topic of its own",
        new Topology(1, 1, Distribution.SINGLE).withTopics(TopicNames.one(TOPIC)),
        new Workload(
            qos,
            new PayloadSpec(ScenarioDefaults.PAYLOAD_BYTES),
            false,
            new ConstantLoad(RATE),
            ScenarioDefaults.SEED),
        ScenarioDefaults.session(false),
        phases);
  }

  /** The probe beside a load: of the same QoS, version of MQTT and length. */
  public static Scenario beside(Scenario load) {
    Scenario probe = of(load.workload().qos(), load.phases());
    return load.session().protocol() == Protocol.MQTT_5
        ? probe.withSession(
            new Session(
                Protocol.MQTT_5,
                false,
                0,
                ScenarioDefaults.IN_FLIGHT_WINDOW,
                ScenarioDefaults.KEEP_ALIVE))
        : probe;
  }

  /** The same probe with another rate. */
  public static Scenario atRate(Scenario probe, Rate rate) {
    return probe.withWorkload(probe.workload().withLoad(new ConstantLoad(rate)));
  }

  /** The same probe on other topics. */
  public static Scenario on(Scenario probe, TopicNames topics) {
    return probe.withTopology(probe.topology().withTopics(topics));
  }
}
