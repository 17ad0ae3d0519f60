package io.brokerbench.embedded.hivemq;

import com.codahale.metrics.Gauge;
import com.hivemq.embedded.EmbeddedHiveMQ;
import io.brokerbench.embedded.EmbeddedBroker;
import io.brokerbench.embedded.EmbeddedMain;
import io.brokerbench.embedded.LaunchOptions;
import io.brokerbench.embedded.ProductFigures;
import io.brokerbench.embedded.TlsOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Starts HiveMQ Community Edition with file persistence and without the limits that a load test
 * would measure in place of the broker. docs/brokers.md says why for each setting.
 */
public final class HiveMqMain implements EmbeddedBroker {

  private static final String CONFIG =
      """
      <?xml version="1.0"?>
      <hivemq>
        <listeners>
          <tcp-listener>
            <port>%d</port>
            <bind-address>%s</bind-address>
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

  private static final String WEB_SOCKET_LISTENER =
      """
      <websocket-listener>
        <port>%d</port>
        <bind-address>%s</bind-address>
        %s
      </websocket-listener>
      """;

  private static final String WEB_SOCKET =
      """
      <path>/mqtt</path>
      <subprotocols><subprotocol>mqtt</subprotocol></subprotocols>
      <allow-extensions>false</allow-extensions>
      """;

  /** A handshake may take as long as a burst of them does: no client is to blame. */
  private static final String TLS_LISTENER =
      """
      <tls-%1$s-listener>
        <port>%2$d</port>
        <bind-address>%3$s</bind-address>
        %9$s
        <tls>
          <keystore>
            <path>%4$s</path>
            <password>%5$s</password>
            <private-key-password>%6$s</private-key-password>
          </keystore>
          <handshake-timeout>60000</handshake-timeout>
          <protocols><protocol>%7$s</protocol></protocols>
          <cipher-suites><cipher-suite>%8$s</cipher-suite></cipher-suites>
        </tls>
      </tls-%1$s-listener>
      """;

  private static final String CONNECTIONS = "com.hivemq.networking.connections.current";

  private static final long STOP_PATIENCE_MILLIS = 500;

  private volatile EmbeddedHiveMQ hiveMq;

  private HiveMqMain() {}

  /** The launcher. */
  public static void main(String[] args) {
    EmbeddedMain.run(new HiveMqMain(), args);
  }

  @Override
  public String product() {
    return "HiveMQ CE";
  }

  @Override
  public String version() {
    String version = EmbeddedHiveMQ.class.getPackage().getImplementationVersion();
    return version == null ? "unknown" : version;
  }

  @Override
  public Map<String, Integer> start(LaunchOptions options) throws Exception {
    // With port 0 HiveMQ would listen on a free one, but report it only in its log.
    Map<String, Integer> ports = new HashMap<>(Map.of("mqtt", options.definitePort()));
    if (options.tls().isPresent()) {
      ports.put("mqtts", options.definitePort("mqtts"));
    }
    if (options.needs("ws")) {
      ports.put("ws", options.definitePort("ws"));
      if (options.tls().isPresent()) {
        ports.put("wss", options.definitePort("wss"));
      }
    }
    Path config = Files.createDirectories(options.data().resolve("conf"));
    Files.writeString(config.resolve("config.xml"), config(options, ports));
    hiveMq =
        EmbeddedHiveMQ.builder()
            .withConfigurationFolder(config)
            .withDataFolder(Files.createDirectories(options.data().resolve("data")))
            .withExtensionsFolder(Files.createDirectories(options.data().resolve("extensions")))
            .withoutLoggingBootstrap() // which looks for a logback.xml to set up what is set up
            .build();
    hiveMq.start().get();
    return ports;
  }

  private static String config(LaunchOptions options, Map<String, Integer> ports) {
    String host = options.host();
    StringBuilder others = new StringBuilder();
    options
        .tls()
        .ifPresent(tls -> others.append(secured("tcp", host, ports.get("mqtts"), tls, "")));
    if (options.needs("ws")) {
      others.append(WEB_SOCKET_LISTENER.formatted(ports.get("ws"), host, WEB_SOCKET));
      options
          .tls()
          .ifPresent(
              tls -> others.append(secured("websocket", host, ports.get("wss"), tls, WEB_SOCKET)));
    }
    return CONFIG.formatted(ports.get("mqtt"), host, others);
  }

  private static String secured(
      String kind, String host, int port, TlsOptions tls, String webSocket) {
    return TLS_LISTENER.formatted(
        kind,
        port,
        host,
        tls.keyStore(),
        tls.password(),
        tls.password(),
        tls.protocol(),
        tls.cipher(),
        webSocket);
  }

  /** Nothing that it counts is the number of messages in queues. */
  @Override
  public Optional<ProductFigures> figures() {
    Gauge<?> connections = hiveMq.getMetricRegistry().getGauges().get(CONNECTIONS);
    return Optional.of(
        new ProductFigures(
            OptionalLong.empty(),
            connections != null && connections.getValue() instanceof Number number
                ? OptionalLong.of(number.longValue())
                : OptionalLong.empty()));
  }

  /**
   * Its orderly stop takes 6 s, most of them quiet periods of its thread pools. What it has
   * acknowledged is on disk all the time, so there is no need to wait for them.
   */
  @Override
  public void stop() throws Exception {
    if (hiveMq == null) {
      return;
    }
    try {
      hiveMq.stop().get(STOP_PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      Runtime.getRuntime().halt(0);
    }
  }
}
