package io.brokerbench.acceptance;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.brokerbench.containers.mosquitto.MosquittoProvider;
import io.brokerbench.containers.process.Executables;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerRequest;
import java.nio.file.Path;
import java.util.Optional;

/** The mosquitto of this machine. */
final class Mosquitto {

  private Mosquitto() {}

  static Optional<Path> executable() {
    return Executables.INSTALLED.find("mosquitto");
  }

  /** Skips a test where there is none. */
  static void assumeInstalled() {
    assumeTrue(executable().isPresent(), "mosquitto is not installed");
  }

  static Broker start() throws Exception {
    return new MosquittoProvider().start(BrokerRequest.of("process:mosquitto"));
  }
}
