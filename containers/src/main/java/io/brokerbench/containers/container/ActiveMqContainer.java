package io.brokerbench.containers.container;

import static io.brokerbench.core.broker.Capability.MQTT_3_1_1;
import static io.brokerbench.core.broker.Capability.PERSISTENT_SESSIONS;
import static io.brokerbench.core.broker.Capability.RETAINED_MESSAGES;
import static io.brokerbench.core.broker.Capability.TLS;

import io.brokerbench.core.broker.Capability;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** apache/activemq-classic, with the settings of {@code embedded:activemq}. */
record ActiveMqContainer() implements ContainerRecipe {

  private static final String FILE = "/opt/apache-activemq/conf/activemq.xml";

  private static final String CONFIG =
      """
      <?xml version="1.0"?>
      <beans xmlns="http://www.springframework.org/schema/beans"
             xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
             xsi:schemaLocation="http://www.springframework.org/schema/beans
               http://www.springframework.org/schema/beans/spring-beans.xsd
               http://activemq.apache.org/schema/core
               http://activemq.apache.org/schema/core/activemq-core.xsd">
        <broker xmlns="http://activemq.apache.org/schema/core" brokerName="brokerbench"
                dataDirectory="${activemq.data}" useJmx="false">
          <persistenceAdapter>
            <kahaDB directory="${activemq.data}/kahadb"/>
          </persistenceAdapter>
          %s
          <systemUsage>
            <systemUsage>
              <memoryUsage><memoryUsage percentOfJvmHeap="70"/></memoryUsage>
            </systemUsage>
          </systemUsage>
          <transportConnectors>
            <transportConnector name="mqtt" uri="mqtt+nio://0.0.0.0:1883?%s"/>
            %s
          </transportConnectors>
        </broker>
      </beans>
      """;

  private static final String OPTIONS =
      "maximumConnections=1000000&amp;backlog=4096"
          + "&amp;transport.activeMQSubscriptionPrefetch=32767";

  private static final String TLS_CONTEXT =
      """
      <sslContext>
        <sslContext keyStore="file:%s" keyStorePassword="%s" keyStoreType="pkcs12"/>
      </sslContext>
      """;

  private static final String TLS_CONNECTOR =
      "<transportConnector name=\"mqtts\" uri=\"mqtt+nio+ssl://0.0.0.0:8883?%s"
          + "&amp;transport.enabledCipherSuites=%s&amp;transport.enabledProtocols=%s\"/>";

  @Override
  public String name() {
    return "activemq";
  }

  @Override
  public String title() {
    return "ActiveMQ Classic";
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.of(MQTT_3_1_1, RETAINED_MESSAGES, TLS, PERSISTENT_SESSIONS);
  }

  @Override
  public Pattern version() {
    return Pattern.compile("Apache ActiveMQ (?<version>[\\d.]+) ");
  }

  @Override
  public Plan plan(Optional<ContainerTls> tls) {
    String context =
        tls.map(asked -> TLS_CONTEXT.formatted(ContainerTls.KEY_STORE, asked.password()))
            .orElse("");
    String config =
        CONFIG.formatted(context, OPTIONS, tls.map(ActiveMqContainer::connector).orElse(""));
    return JavaTls.allow(tls, Plan.of(tls)).withFile(FILE, config);
  }

  private static String connector(ContainerTls tls) {
    return TLS_CONNECTOR.formatted(
        OPTIONS, tls.cipher().ianaName(), tls.cipher().version().title());
  }
}
