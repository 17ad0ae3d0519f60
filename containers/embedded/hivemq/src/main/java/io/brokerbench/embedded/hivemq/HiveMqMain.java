package io.brokerbench.embedded.hivemq;

import com.hivemq.embedded.EmbeddedHiveMQ;
import io.brokerbench.embedded.EmbeddedBroker;
import io.brokerbench.embedded.EmbeddedMain;
import io.brokerbench.embedded.LaunchOptions;
import java.nio.file.Files;
import java.nio.file.Path;

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
  public int start(LaunchOptions options) throws Exception {
    // With port 0 HiveMQ would listen on a free one, but tell its log only.
    int port = options.definitePort();
    Path config = Files.createDirectories(options.data().resolve("conf"));
    Files.writeString(config.resolve("config.xml"), CONFIG.formatted(port, options.host()));
    hiveMq =
        EmbeddedHiveMQ.builder()
            .withConfigurationFolder(config)
            .withDataFolder(Files.createDirectories(options.data().resolve("data")))
            .withExtensionsFolder(Files.createDirectories(options.data().resolve("extensions")))
            .withoutLoggingBootstrap() // which looks for a logback.xml to set up what is set up
            .build();
    hiveMq.start().get();
    return port;
  }

  @Override
  public void stop() throws Exception {
    if (hiveMq != null) {
      hiveMq.stop().get();
    }
  }
}
