package io.brokerbench.embedded.hivemq;

import com.hivemq.embedded.EmbeddedHiveMQ;
import io.brokerbench.embedded.EmbeddedBroker;
import io.brokerbench.embedded.EmbeddedMain;
import io.brokerbench.embedded.LaunchOptions;
import io.brokerbench.embedded.TlsOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
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

  /** A handshake may take as long as a burst of them does: no client is to blame. */
  private static final String TLS_LISTENER =
      """
      <tls-tcp-listener>
        <port>%d</port>
        <bind-address>%s</bind-address>
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
    // With port 0 HiveMQ would listen on a free one, but tell its log only.
    Map<String, Integer> ports = new HashMap<>(Map.of("mqtt", options.definitePort()));
    if (options.tls().isPresent()) {
      ports.put("mqtts", options.anotherPort());
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
    String secured =
        options.tls().map(tls -> listener(options.host(), ports.get("mqtts"), tls)).orElse("");
    return CONFIG.formatted(ports.get("mqtt"), options.host(), secured);
  }

  private static String listener(String host, int port, TlsOptions tls) {
    return TLS_LISTENER.formatted(
        port, host, tls.keyStore(), tls.password(), tls.password(), tls.protocol(), tls.cipher());
  }

  /**
   * Its orderly stop takes 6 s, most of them quiet periods of its thread pools. What it has
   * acknowledged is on disk all the time, so nobody needs to wait for them.
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
