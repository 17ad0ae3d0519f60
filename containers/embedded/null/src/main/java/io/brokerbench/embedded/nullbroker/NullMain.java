package io.brokerbench.embedded.nullbroker;

import io.brokerbench.embedded.EmbeddedBroker;
import io.brokerbench.embedded.EmbeddedMain;
import io.brokerbench.embedded.LaunchOptions;
import java.net.InetSocketAddress;
import java.util.Map;

/** Starts the null broker. */
public final class NullMain implements EmbeddedBroker {

  private NullBroker broker;

  private NullMain() {}

  /** The launcher. */
  public static void main(String[] args) {
    EmbeddedMain.run(new NullMain(), args);
  }

  @Override
  public String product() {
    return "null broker";
  }

  @Override
  public String version() {
    String version = NullMain.class.getPackage().getImplementationVersion();
    return version == null ? "unreleased" : version;
  }

  @Override
  public synchronized Map<String, Integer> start(LaunchOptions options) {
    broker = new NullBroker(new InetSocketAddress(options.host(), options.port()));
    System.err.println("null broker on port " + broker.port());
    return Map.of("mqtt", broker.port());
  }

  @Override
  public synchronized void stop() {
    if (broker != null) {
      broker.close();
    }
  }
}
