package io.brokerbench.mqtt.messagesight;

import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.publication.PublishedSize;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Session;
import io.brokerbench.core.security.CipherSuite;
import java.time.Duration;
import java.util.Optional;

/** The sizes of the report, and what gives a scenario one of them. */
final class ReportSize {

  private static final int CONSUMERS = 100;
  private static final Duration STEADY = Duration.ofMinutes(5);

  /** One message in 20 s, ten times. */
  private static final double BROADCASTS_PER_SECOND = 0.05;

  private static final Duration TEN_BROADCASTS = Duration.ofSeconds(200);

  /** Half a million handshakes at 1 400 in a second take six minutes. */
  private static final Duration CONNECT_LIMIT = Duration.ofMinutes(15);

  /**
   * Load generators, each of which waited between two connects. The report does not say how many
   * there were; it printed 1.8 times as many connects per second as one of them could make.
   */
  private static final int GENERATORS = 2;

  private ReportSize() {}

  /** Devices of a size. */
  static int devices(PublishedSize size) {
    return switch (size) {
      case SMALL -> 128_000;
      case MEDIUM -> 256_000;
      case LARGE -> 512_000;
    };
  }

  /** On what a size was measured. */
  static String hardware(PublishedSize size) {
    return switch (size) {
      case SMALL -> "8 cores, 32 GB";
      case MEDIUM -> "12 cores, 64 GB";
      case LARGE -> "16 cores, 128 GB";
    };
  }

  static Optional<ScenarioChange> change(Scenario scenario, int devices) {
    return switch (scenario.name().replaceFirst("\\..*", "")) {
      case "FANIN" -> Optional.of(fanIn(scenario, devices));
      case "BROADCAST" -> Optional.of(broadcast(devices));
      case "CONNBURST" -> Optional.of(burst(scenario, devices));
      default -> Optional.empty();
    };
  }

  private static ScenarioChange fanIn(Scenario scenario, int devices) {
    boolean single = scenario.topology().distribution() == Distribution.SINGLE;
    ScenarioChange change =
        ScenarioChange.set("topology.publishers", devices)
            .and("topology.consumers", single ? 1 : Math.min(CONSUMERS, devices))
            .and("phases.steady", STEADY)
            .and("phases.connectLimit", CONNECT_LIMIT);
    return scenario.workload().qos() == Qos.AT_MOST_ONCE
        ? change
        : change.and("session.inFlightWindow", Session.MAX_IN_FLIGHT);
  }

  private static ScenarioChange broadcast(int devices) {
    return ScenarioChange.set("topology.consumers", devices)
        .and("workload.load.rate", BROADCASTS_PER_SECOND)
        .and("phases.steady", TEN_BROADCASTS)
        .and("phases.connectLimit", CONNECT_LIMIT);
  }

  private static ScenarioChange burst(Scenario scenario, int devices) {
    ScenarioChange change =
        ScenarioChange.set("topology.publishers", devices)
            .and("phases.connectLimit", CONNECT_LIMIT);
    return scenario
        .security()
        .ofPublishers()
        .map(cipher -> change.and("session.connectRate", GENERATORS * 1e6 / delayMicros(cipher)))
        .orElse(change);
  }

  /**
   * Time between two connects of a load generator. Over plain TCP it was 5 us, which is shorter
   * than a connect takes, so nothing was paced: devices connect as fast as the broker accepts them.
   */
  private static int delayMicros(CipherSuite cipher) {
    return cipher == CipherSuite.RSA_AES256_GCM ? 1_000 : 1_300;
  }
}
