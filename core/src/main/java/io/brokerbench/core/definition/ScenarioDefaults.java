package io.brokerbench.core.definition;

import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.PayloadSpec;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Session;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.scenario.Workload;
import java.time.Duration;
import java.util.Optional;

/**
 * The sizes of a scenario that does not say otherwise: a run that a machine of two cores ends in
 * under a minute.
 */
public final class ScenarioDefaults {

  /** Publishers. */
  public static final int PUBLISHERS = 1_000;

  /** Consumers, where there may be more than one. */
  public static final int CONSUMERS = 10;

  /** Rate of all publishers together. */
  public static final Rate RATE = Rate.perSecond(10_000);

  /** Size of each payload. */
  public static final int PAYLOAD_BYTES = 32;

  /** Seed of everything random. */
  public static final long SEED = 42;

  /** Messages of a publisher that may wait for their acknowledgement. */
  public static final int IN_FLIGHT_WINDOW = 100;

  /** Longest silence of a client before it pings. */
  public static final Duration KEEP_ALIVE = Duration.ofSeconds(60);

  /**
   * Lengths and limits of the phases. The warm-up ends once the broker has settled: one that is a
   * JVM takes half a minute of load on a slow machine until its code is compiled, and what waited
   * meanwhile is delivered.
   */
  public static final Phases PHASES =
      new Phases(
          Duration.ofSeconds(10),
          Optional.of(Duration.ofSeconds(60)),
          Duration.ofSeconds(10),
          Duration.ofSeconds(30),
          Phases.QUIET_PERIOD,
          Duration.ofSeconds(60));

  private ScenarioDefaults() {}

  /** The same with a warm-up of a given length, and another steady state. */
  public static Phases phases(Duration warmUp, Duration steady) {
    return PHASES.with(warmUp, steady);
  }

  /** The usual number of consumers of a distribution. */
  public static Topology topology(Distribution distribution) {
    return new Topology(PUBLISHERS, consumers(distribution.name(), PUBLISHERS), distribution);
  }

  /** The usual number of consumers of a distribution, or of what is none. */
  static int consumers(String distribution, int publishers) {
    return switch (distribution) {
      case "SINGLE" -> 1;
      case "NONE" -> 0;
      case "PARTITIONS" -> Math.max(1, Math.min(CONSUMERS, publishers));
      default -> CONSUMERS;
    };
  }

  /** What is usually sent: constant load, payloads of the usual size, no RETAIN. */
  public static Workload workload(Qos qos) {
    return new Workload(qos, new PayloadSpec(PAYLOAD_BYTES), false, new ConstantLoad(RATE), SEED);
  }

  /** The usual MQTT 3.1.1 sessions, of which none is absent. */
  public static Session session(boolean persistent) {
    return new Session(Protocol.MQTT_3_1_1, persistent, 0, IN_FLIGHT_WINDOW, KEEP_ALIVE);
  }
}
