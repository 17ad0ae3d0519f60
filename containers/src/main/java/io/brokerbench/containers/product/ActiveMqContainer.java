package io.brokerbench.containers.product;

import static io.brokerbench.core.broker.Capability.AMQP;
import static io.brokerbench.core.broker.Capability.DELIVERY_DELAY;
import static io.brokerbench.core.broker.Capability.MQTT_3_1_1;
import static io.brokerbench.core.broker.Capability.OPENWIRE;
import static io.brokerbench.core.broker.Capability.PERSISTENT_SESSIONS;
import static io.brokerbench.core.broker.Capability.RETAINED_BY_WILDCARD;
import static io.brokerbench.core.broker.Capability.RETAINED_MESSAGES;
import static io.brokerbench.core.broker.Capability.SURVIVES_KILL;
import static io.brokerbench.core.broker.Capability.TLS;

import io.brokerbench.containers.JmsTopics;
import io.brokerbench.containers.container.ContainerRecipe;
import io.brokerbench.containers.container.ContainerTls;
import io.brokerbench.containers.metrics.ManagementPages;
import io.brokerbench.containers.metrics.MetricsQuery;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.broker.JmsProtocol;
import io.brokerbench.core.broker.TopicMapping;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * apache/activemq, with the settings of {@code embedded:activemq}. What releases differ in is said
 * here for all of them: the configuration of the pages is {@code jetty-spring.xml} from 6.3.0 on,
 * and from 6.2.6 on Jolokia answers POST alone, and only to this machine, and not about memory.
 */
public record ActiveMqContainer() implements ContainerRecipe {

  private static final String FOLDER = "/opt/apache-activemq/conf";

  /** An import of a pattern that matches no file imports nothing: each release has one of them. */
  private static final String CONFIG =
      """
      <?xml version="1.0"?>
      <beans xmlns="http://www.springframework.org/schema/beans"
             xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
             xsi:schemaLocation="http://www.springframework.org/schema/beans
               http://www.springframework.org/schema/beans/spring-beans.xsd
               http://activemq.apache.org/schema/core
               http://activemq.apache.org/schema/core/activemq-core.xsd">
        <bean class="org.springframework.beans.factory.config.PropertyPlaceholderConfigurer"/>
        <broker xmlns="http://activemq.apache.org/schema/core" brokerName="brokerbench"
                dataDirectory="${activemq.data}" useJmx="true" schedulerSupport="%s">
          <managementContext><managementContext createConnector="false"/></managementContext>
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
            %s
          </transportConnectors>
        </broker>
        <import resource="file:%s/jetty.xm?"/>
        <import resource="file:%s/jetty-spring.xm?"/>
        <bean id="jettyPort" class="org.apache.activemq.web.WebConsolePort" init-method="start">
          <property name="host" value="0.0.0.0"/>
          <property name="port" value="8161"/>
        </bean>
      </beans>
      """;

  /** Whoever reaches the port may read, and do nothing else. */
  private static final String JOLOKIA =
      """
      <?xml version="1.0"?>
      <restrict>
        <http><method>post</method></http>
        <commands><command>read</command></commands>
      </restrict>
      """;

  private static final String OPTIONS =
      "maximumConnections=1000000&amp;backlog=4096"
          + "&amp;transport.activeMQSubscriptionPrefetch=32767";

  /** With the transformer, or MQTT subscribers would get AMQP's own bytes, and JMS theirs. */
  private static final String AMQP_OPTIONS =
      "maximumConnections=1000000&amp;backlog=4096&amp;transport.transformer=jms";

  private static final String OPENWIRE_OPTIONS = "maximumConnections=1000000&amp;backlog=4096";

  private static final String CONNECTOR =
      "<transportConnector name=\"%s\" uri=\"%s://0.0.0.0:%d?%s\"/>";

  private static final String TLS_CONTEXT =
      """
      <sslContext>
        <sslContext keyStore="file:%s" keyStorePassword="%s" keyStoreType="pkcs12"/>
      </sslContext>
      """;

  private static final String ONE_SUITE =
      "%s&amp;transport.enabledCipherSuites=%s&amp;transport.enabledProtocols=%s";

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
    return EnumSet.of(
        MQTT_3_1_1,
        RETAINED_MESSAGES,
        RETAINED_BY_WILDCARD,
        TLS,
        PERSISTENT_SESSIONS,
        SURVIVES_KILL,
        AMQP,
        OPENWIRE,
        DELIVERY_DELAY);
  }

  @Override
  public Pattern version() {
    return Pattern.compile("Apache ActiveMQ (?<version>[\\d.]+) ");
  }

  @Override
  public TopicMapping topicMapping() {
    return JmsTopics.ACTIVEMQ;
  }

  @Override
  public Plan plan(Listeners listeners) {
    Optional<ContainerTls> tls = listeners.tls();
    String context =
        tls.map(asked -> TLS_CONTEXT.formatted(ContainerTls.KEY_STORE, asked.password()))
            .orElse("");
    String config =
        CONFIG.formatted(
            listeners.deliveryDelay(), // it looks at each message
            context,
            OPTIONS,
            tls.map(
                    asked ->
                        connector("mqtts", "mqtt+nio+ssl", Plan.MQTTS_PORT, of(OPTIONS, asked)))
                .orElse(""),
            listeners.lines(
                protocol -> connector(protocol.plain(), "nio", options(protocol)),
                (protocol, asked) ->
                    connector(protocol.secured(), "nio+ssl", of(options(protocol), asked))),
            FOLDER,
            FOLDER);
    return LegacyJavaTls.allow(tls, Plan.of(listeners))
        .withFile(FOLDER + "/activemq.xml", config)
        .withFile(FOLDER + "/jolokia-access.xml", JOLOKIA);
  }

  @Override
  public Optional<MetricsQuery> metrics() {
    return Optional.of(ManagementPages.ACTIVEMQ);
  }

  /** One of JMS; OpenWire's transports have no name of their own. */
  private static String connector(Listener listener, String transport, String options) {
    String prefix = listener.isAmqp() ? "amqp+" : "";
    return connector(listener.scheme(), prefix + transport, Plan.portOf(listener), options);
  }

  private static String connector(String name, String transport, int port, String options) {
    return CONNECTOR.formatted(name, transport, port, options);
  }

  private static String options(JmsProtocol protocol) {
    return protocol == JmsProtocol.AMQP ? AMQP_OPTIONS : OPENWIRE_OPTIONS;
  }

  private static String of(String options, ContainerTls tls) {
    return ONE_SUITE.formatted(options, tls.cipher().ianaName(), tls.cipher().version().title());
  }
}
