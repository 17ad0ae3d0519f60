package io.brokerbench.containers.product;

import static io.brokerbench.core.broker.Capability.HIGH_AVAILABILITY;
import static io.brokerbench.core.broker.Capability.MQTT_3_1_1;
import static io.brokerbench.core.broker.Capability.MQTT_5;
import static io.brokerbench.core.broker.Capability.PERSISTENT_SESSIONS;
import static io.brokerbench.core.broker.Capability.RETAINED_MESSAGES;
import static io.brokerbench.core.broker.Capability.SURVIVES_KILL;
import static io.brokerbench.core.broker.Capability.TLS;

import io.brokerbench.containers.container.ClusterRecipe;
import io.brokerbench.containers.container.ContainerRecipe;
import io.brokerbench.containers.container.ContainerTls;
import io.brokerbench.containers.metrics.ManagementPages;
import io.brokerbench.containers.metrics.MetricsQuery;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.JmsProtocol;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * rabbitmq, with its plugins for MQTT, AMQP 1.0 and management. No release has QoS 2; MQTT 5 came
 * with 3.13.
 *
 * @param tag of the image, which says what its release can do; one that is no version means a
 *     current one, as {@link ImageVersion} has it
 */
public record RabbitMqContainer(String tag) implements ContainerRecipe {

  /** In Debian 12, whose package {@code scripts/build-images} puts into the image of this tag. */
  private static final String OLD = "local";

  private static final String PLUGINS = "[rabbitmq_mqtt,rabbitmq_amqp1_0,rabbitmq_management].\n";

  private static final String CONFIG =
      """
      listeners.tcp.default = 5672
      mqtt.listeners.tcp.default = 1883
      mqtt.allow_anonymous = true
      # Sent and not acknowledged at a time; released: 10.
      mqtt.prefetch = 65535
      # The user of anonymous clients, who do not come from the container itself.
      loopback_users = none
      management.tcp.port = 15672
      collect_statistics_interval = 1000
      # The published image keeps the figures from the pages for management.
      management_agent.disable_metrics_collector = false
      log.console = true
      log.console.level = info
      """;

  /**
   * For payloads of 16 MiB, which 4.x refuses: its limits count the header, too. As Erlang terms,
   * since 3.x does not know the names of the settings, and ignores these.
   */
  private static final String LIMITS =
      """
      [{rabbit, [{max_message_size, %1$d}]},
       {rabbitmq_mqtt, [{max_packet_size_authenticated, %1$d}]}].
      """
          .formatted(PACKET_BYTES);

  /** Debian's script changes its user, and with it the limit, to 1024: for 832 connections. */
  private static final String ENVIRONMENT = "ulimit -n \"$(ulimit -Hn)\"\n";

  private static final String TLS_CONFIG =
      """
      mqtt.listeners.ssl.default = 8883
      listeners.ssl.default = 5671
      ssl_options.cacertfile = %s
      ssl_options.certfile = %s
      ssl_options.keyfile = %s
      ssl_options.verify = verify_none
      ssl_options.versions.1 = %s
      ssl_options.ciphers.1 = %s
      """;

  @Override
  public String name() {
    return "rabbitmq";
  }

  @Override
  public String title() {
    return "RabbitMQ";
  }

  @Override
  public Set<Capability> capabilities() {
    EnumSet<Capability> all =
        EnumSet.of(
            MQTT_3_1_1,
            RETAINED_MESSAGES,
            TLS,
            PERSISTENT_SESSIONS,
            SURVIVES_KILL,
            HIGH_AVAILABILITY);
    if (speaksMqtt5()) {
      all.add(MQTT_5);
    }
    return all;
  }

  private boolean speaksMqtt5() {
    return !tag.equals(OLD) && !ImageVersion.of(tag).isBefore(3, 13);
  }

  @Override
  public Pattern version() {
    return Pattern.compile("RabbitMQ (?<version>\\d[\\d.]+)");
  }

  @Override
  public Plan plan(Listeners listeners) {
    Optional<ContainerTls> tls = listeners.tls();
    // It speaks AMQP 1.0 in any case, though not all that JMS asks of it.
    Set<JmsProtocol> amqp = Set.of(JmsProtocol.AMQP);
    return Plan.of(new Listeners(tls, amqp, tls.isPresent() ? amqp : Set.of(), false))
        .withFile("/etc/rabbitmq/enabled_plugins", PLUGINS)
        .withFile("/etc/rabbitmq/rabbitmq-env.conf", ENVIRONMENT)
        .withFile("/etc/rabbitmq/advanced.config", LIMITS)
        .withFile(
            "/etc/rabbitmq/conf.d/90-brokerbench.conf",
            CONFIG + tls.map(RabbitMqContainer::listener).orElse(""));
  }

  private static String listener(ContainerTls tls) {
    return TLS_CONFIG.formatted(
        ContainerTls.AUTHORITY,
        ContainerTls.CERTIFICATE,
        ContainerTls.KEY,
        tls.version(),
        tls.cipher().openSslName());
  }

  @Override
  public Optional<ClusterRecipe> cluster() {
    return Optional.of(new RabbitMqCluster());
  }

  @Override
  public Optional<MetricsQuery> metrics() {
    return Optional.of(ManagementPages.RABBITMQ);
  }
}
