package io.brokerbench.containers.product;

import io.brokerbench.containers.container.ClusterRecipe;
import io.brokerbench.containers.container.ContainerRecipe;
import io.brokerbench.containers.container.ContainerTls;
import io.brokerbench.containers.metrics.ManagementPages;
import io.brokerbench.containers.metrics.MetricsQuery;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.broker.JmsProtocol;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** apache/activemq-artemis, with the settings of {@code embedded:artemis}. */
public record ArtemisContainer() implements ContainerRecipe {

  /** Takes the place of the one that the image makes at its first start. */
  static final String FILE = "/var/lib/artemis-instance/etc-override/broker.xml";

  private static final String CONFIG =
      """
      <?xml version="1.0"?>
      <configuration xmlns="urn:activemq">
        <core xmlns="urn:activemq:core">
          <name>brokerbench</name>
          <persistence-enabled>true</persistence-enabled>
          <security-enabled>false</security-enabled>
          <journal-type>NIO</journal-type>
          <paging-directory>data/paging</paging-directory>
          <bindings-directory>data/bindings</bindings-directory>
          <journal-directory>data/journal</journal-directory>
          <large-messages-directory>data/large-messages</large-messages-directory>
          <max-disk-usage>-1</max-disk-usage>
          <acceptors>
            <acceptor name="mqtt">tcp://0.0.0.0:1883?protocols=MQTT;handshake-timeout=0</acceptor>
            %s
            %s
          </acceptors>
          <address-settings>
            <address-setting match="#">
              <dead-letter-address>DLQ</dead-letter-address>
              <expiry-address>ExpiryQueue</expiry-address>
              <max-delivery-attempts>-1</max-delivery-attempts>
              <auto-create-queues>true</auto-create-queues>
              <auto-create-addresses>true</auto-create-addresses>
              <auto-delete-addresses>false</auto-delete-addresses>
            </address-setting>
          </address-settings>
          <addresses>
            <address name="DLQ"><anycast><queue name="DLQ"/></anycast></address>
            <address name="ExpiryQueue"><anycast><queue name="ExpiryQueue"/></anycast></address>
          </addresses>
        </core>
      </configuration>
      """;

  private static final String ACCEPTOR =
      "<acceptor name=\"%s\">tcp://0.0.0.0:%d?protocols=%s;handshake-timeout=0</acceptor>";

  private static final String TLS_ACCEPTOR =
      "<acceptor name=\"%s\">tcp://0.0.0.0:%d?protocols=%s;handshake-timeout=0;sslEnabled=true"
          + ";sslHandshakeTimeout=0"
          + ";keyStoreType=PKCS12;keyStorePath=%s;keyStorePassword=%s"
          + ";enabledCipherSuites=%s;enabledProtocols=%s</acceptor>";

  @Override
  public String name() {
    return "artemis";
  }

  @Override
  public String title() {
    return "Artemis";
  }

  @Override
  public Set<Capability> capabilities() {
    return ContainerRecipe.mqttAnd(
        Capability.SURVIVES_KILL,
        Capability.HIGH_AVAILABILITY,
        Capability.AMQP,
        Capability.CORE,
        Capability.OPENWIRE,
        Capability.JMS_SHARED,
        Capability.DELIVERY_DELAY);
  }

  @Override
  public Pattern version() {
    return Pattern.compile("Broker version (?<version>[\\d.]+)");
  }

  @Override
  public Plan plan(Listeners listeners) {
    String config =
        CONFIG.formatted(
            listeners.tls().map(tls -> acceptor("mqtts", "MQTT", Plan.MQTTS_PORT, tls)).orElse(""),
            listeners.lines(ArtemisContainer::acceptor, ArtemisContainer::acceptor));
    return LegacyJavaTls.allow(listeners.tls(), Plan.of(listeners))
        .with("ANONYMOUS_LOGIN", "true")
        .withFile(FILE, config);
  }

  private static String acceptor(JmsProtocol protocol) {
    Listener listener = protocol.plain();
    return ACCEPTOR.formatted(listener.scheme(), Plan.portOf(listener), protocol.name());
  }

  private static String acceptor(JmsProtocol protocol, ContainerTls tls) {
    Listener listener = protocol.secured();
    return acceptor(listener.scheme(), protocol.name(), Plan.portOf(listener), tls);
  }

  private static String acceptor(String name, String protocol, int port, ContainerTls tls) {
    return TLS_ACCEPTOR.formatted(
        name,
        port,
        protocol,
        ContainerTls.KEY_STORE,
        tls.password(),
        tls.cipher().ianaName(),
        tls.cipher().version().title());
  }

  @Override
  public Optional<ClusterRecipe> cluster() {
    return Optional.of(new ArtemisContainerPair());
  }

  @Override
  public Optional<MetricsQuery> metrics() {
    return Optional.of(ManagementPages.ARTEMIS);
  }
}
