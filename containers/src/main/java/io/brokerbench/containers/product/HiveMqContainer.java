package io.brokerbench.containers.product;

import io.brokerbench.containers.container.ContainerRecipe;
import io.brokerbench.containers.container.ContainerTls;
import io.brokerbench.core.broker.Capability;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** hivemq/hivemq-ce, with the settings of {@code embedded:hivemq}. */
record HiveMqContainer() implements ContainerRecipe {

  private static final String CONFIG =
      """
      <?xml version="1.0"?>
      <hivemq>
        <listeners>
          <tcp-listener>
            <port>1883</port>
            <bind-address>0.0.0.0</bind-address>
          </tcp-listener>
          %s
        </listeners>
        <mqtt>
          <queued-messages>
            <max-queue-size>1000000</max-queue-size>
            <strategy>discard</strategy>
          </queued-messages>
          <receive-maximum>
            <server-receive-maximum>65535</server-receive-maximum>
          </receive-maximum>
        </mqtt>
        <persistence>
          <mode>file</mode>
        </persistence>
        <anonymous-usage-statistics>
          <enabled>false</enabled>
        </anonymous-usage-statistics>
      </hivemq>
      """;

  private static final String TLS_LISTENER =
      """
      <tls-tcp-listener>
        <port>8883</port>
        <bind-address>0.0.0.0</bind-address>
        <tls>
          <keystore>
            <path>%s</path>
            <password>%s</password>
            <private-key-password>%s</private-key-password>
          </keystore>
          <handshake-timeout>60000</handshake-timeout>
          <protocols><protocol>%s</protocol></protocols>
          <cipher-suites><cipher-suite>%s</cipher-suite></cipher-suites>
        </tls>
      </tls-tcp-listener>
      """;

  @Override
  public String name() {
    return "hivemq";
  }

  @Override
  public String title() {
    return "HiveMQ CE";
  }

  @Override
  public Set<Capability> capabilities() {
    return ContainerRecipe.mqttAnd(Capability.SURVIVES_KILL);
  }

  @Override
  public Pattern version() {
    return Pattern.compile("HiveMQ(?: CE)? version: (?<version>\\S+)");
  }

  @Override
  public Plan plan(Listeners listeners) {
    Optional<ContainerTls> tls = listeners.tls();
    String config = CONFIG.formatted(tls.map(HiveMqContainer::listener).orElse(""));
    return LegacyJavaTls.allow(tls, Plan.of(listeners))
        .withFile("/opt/hivemq/conf/config.xml", config);
  }

  private static String listener(ContainerTls tls) {
    return TLS_LISTENER.formatted(
        ContainerTls.KEY_STORE,
        tls.password(),
        tls.password(),
        tls.cipher().version().title(),
        tls.cipher().ianaName());
  }
}
