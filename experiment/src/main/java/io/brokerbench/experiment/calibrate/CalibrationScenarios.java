package io.brokerbench.experiment.calibrate;

import io.brokerbench.core.definition.ScenarioDefaults;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.scenario.Workload;
import java.time.Duration;

/** The scenarios of calibration: fan-in with QoS 0 over plain connections, of the usual payload. */
final class CalibrationScenarios {

  static final int CONSUMERS = 10;

  private static final Duration DRAIN = Duration.ofSeconds(2);
  private static final Duration CONNECT = Duration.ofSeconds(30);

  private CalibrationScenarios() {}

  /** Connections that say next to nothing. */
  static Scenario idle(int connections) {
    return scenario(
        "CALIBRATE.IDLE",
        new Topology(connections, 1, Distribution.SINGLE),
        1,
        Duration.ofMillis(100),
        Duration.ofMillis(500));
  }

  /** Load by some publishers for ten consumers that share it. */
  static Scenario load(int publishers, double perSecond, Duration warmUp, Duration steady) {
    return scenario(
        "CALIBRATE.LOAD",
        new Topology(publishers, CONSUMERS, Distribution.SHARED),
        perSecond,
        warmUp,
        steady);
  }

  private static Scenario scenario(
      String name, Topology topology, double perSecond, Duration warmUp, Duration steady) {
    Workload usual = ScenarioDefaults.workload(Qos.AT_MOST_ONCE);
    return new Scenario(
        name,
        "A run of brokerbench calibrate",
        topology,
        new Workload(
            usual.qos(),
            usual.payload(),
            usual.retain(),
            new ConstantLoad(Rate.perSecond(perSecond)),
            usual.seed()),
        ScenarioDefaults.session(false),
        new Phases(warmUp, steady, DRAIN, CONNECT));
  }
}
