package io.brokerbench.mqtt.burst;

import io.brokerbench.core.definition.ScenarioCatalog;
import io.brokerbench.core.definition.ScenarioDefaults;
import io.brokerbench.core.load.NoLoad;
import io.brokerbench.core.scenario.Conditions;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.Security;
import java.time.Duration;
import java.util.List;

/** The connection bursts: {@code CONNBURST[.SEC[.ECDHE|.PSK]]}. */
public final class ConnectBurstCatalog implements ScenarioCatalog {

  private static final String FAMILY = "CONNBURST";
  private static final int DEVICES = 5_000;

  /** Nothing is sent: a short hold shows whether connections stay. */
  private static final Phases PHASES =
      ScenarioDefaults.phases(Duration.ZERO, Duration.ofSeconds(2));

  private static final List<Scenario> SCENARIOS =
      List.of(
          scenario("", "Devices connect, over plain TCP", Security.NONE),
          scenario(
              ".SEC",
              "Devices connect over TLS 1.2 with RSA key exchange",
              Security.ofAll(CipherSuite.RSA_AES256_GCM)),
          scenario(
              ".SEC.ECDHE",
              "Devices connect over TLS 1.2 with ephemeral keys",
              Security.ofAll(CipherSuite.ECDHE_RSA_AES256_GCM)),
          scenario(
              ".SEC.PSK",
              "Devices connect over TLS 1.2 with a pre-shared key",
              Security.ofAll(CipherSuite.PSK_AES256_CBC)));

  @Override
  public String title() {
    return "Connection burst: devices connect, at a rate or as fast as they can";
  }

  @Override
  public List<Scenario> scenarios() {
    return SCENARIOS;
  }

  private static Scenario scenario(String words, String description, Security security) {
    return new Scenario(
        FAMILY + words,
        description,
        new Topology(DEVICES, 0, Distribution.NONE),
        ScenarioDefaults.workload(Qos.AT_MOST_ONCE).withLoad(new NoLoad()),
        ScenarioDefaults.session(false),
        security,
        Conditions.NONE,
        PHASES);
  }
}
