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
import org.apache.qpid.server.model.Broker;
import org.apache.qpid.server.model.State;
import org.apache.qpid.server.model.SystemConfig;
import org.apache.qpid.server.model.VirtualHost;
import org.apache.qpid.server.model.VirtualHostNode;

/**
 * Starts Qpid Broker-J with AMQP 1.0 for any client, and a Derby store on disk. Its ports are
 * chosen again at each start; queues, subscriptions and messages outlive it. docs/brokers.md says
 * why for each setting.
 */
public final class QpidMain implements EmbeddedBroker {

  private static final long POLL_MILLIS = 10;

  private final Product product = new Product();
  private final SystemLauncher qpid = new SystemLauncher(product);

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
    if (product.failure != null) {
      throw product.failure;
    }
    awaitStore();
    return ports;
  }

  /**
   * The product listens before it has read its store, which takes long after a kill, and refuses
   * clients meanwhile. How long a start may take is the tool's to say.
   */
  private void awaitStore() throws InterruptedException {
    for (VirtualHostNode<?> node : product.broker().getVirtualHostNodes()) {
      while (!isActive(node.getVirtualHost())) {
        if (node.getState() == State.ERRORED
            || (node.getVirtualHost() != null
                && node.getVirtualHost().getState() == State.ERRORED)) {
          throw new IllegalStateException("the store could not be read; the log says why");
        }
        Thread.sleep(POLL_MILLIS);
      }
    }
  }

  private static boolean isActive(VirtualHost<?> host) {
    return host != null && host.getState() == State.ACTIVE;
  }

  @Override
  public void stop() {
    qpid.shutdown();
  }

  /** The launcher of the product reports failures and throws none. */
  private static final class Product extends DefaultSystemLauncherListener {
    private RuntimeException failure;
    private SystemConfig<?> system;

    @Override
    public void errorOnStartup(RuntimeException atStart) {
      failure = atStart;
    }

    @Override
    public void onContainerResolve(SystemConfig<?> resolved) {
      system = resolved;
    }

    Broker<?> broker() {
      return (Broker<?>) system.getContainer();
    }
  }
}
