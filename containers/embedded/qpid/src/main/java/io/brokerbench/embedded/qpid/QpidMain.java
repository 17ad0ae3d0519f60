package io.brokerbench.embedded.qpid;

import io.brokerbench.embedded.EmbeddedBroker;
import io.brokerbench.embedded.EmbeddedMain;
import io.brokerbench.embedded.LaunchOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.qpid.server.SystemLauncher;
import org.apache.qpid.server.SystemLauncherListener.DefaultSystemLauncherListener;
import org.apache.qpid.server.model.SystemConfig;

/**
 * Starts Qpid Broker-J with AMQP 1.0 for any client, and a Derby store on disk. Its ports are
 * chosen again at each start; queues, subscriptions and messages outlive it. docs/brokers.md says
 * why for each setting.
 */
public final class QpidMain implements EmbeddedBroker {

  private final Failures failures = new Failures();
  private final SystemLauncher qpid = new SystemLauncher(failures);

  private QpidMain() {}

  /** The launcher. */
  public static void main(String[] args) {
    EmbeddedMain.run(new QpidMain(), args);
  }

  @Override
  public String product() {
    return "Qpid Broker-J";
  }

  @Override
  public String version() {
    String version = SystemLauncher.class.getPackage().getImplementationVersion();
    return version == null ? "unknown" : version;
  }

  @Override
  public Map<String, Integer> start(LaunchOptions options) throws Exception {
    Path data = options.data().toAbsolutePath();
    Map<String, Integer> ports = new HashMap<>(Map.of("amqp", options.definitePort()));
    if (options.needs("amqps")) {
      ports.put("amqps", options.definitePort("amqps"));
    }
    Path configuration = data.resolve("initial-config.json");
    Files.writeString(configuration, QpidConfig.of(options, ports));
    System.setProperty(SystemConfig.QPID_WORK_DIR, data.toString());
    Path store = data.resolve("config.json");
    Files.deleteIfExists(store); // of an earlier start, with its ports
    qpid.startup(
        Map.of(
            SystemConfig.TYPE,
            "JSON",
            "storePath",
            store.toString(),
            SystemConfig.INITIAL_CONFIGURATION_LOCATION,
            configuration.toUri().toString(),
            SystemConfig.STARTUP_LOGGED_TO_SYSTEM_OUT,
            "false"));
    if (failures.atStart != null) {
      throw failures.atStart;
    }
    return ports;
  }

  @Override
  public void stop() {
    qpid.shutdown();
  }

  /** The launcher of the product reports failures and throws none. */
  private static final class Failures extends DefaultSystemLauncherListener {
    private RuntimeException atStart;

    @Override
    public void errorOnStartup(RuntimeException failure) {
      atStart = failure;
    }
  }
}
