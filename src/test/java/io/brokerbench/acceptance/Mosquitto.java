package io.brokerbench.acceptance;

import io.brokerbench.containers.mosquitto.MosquittoProvider;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.testkit.RequiredProgram;
import java.nio.file.Path;
import java.util.Optional;

/** The mosquitto of this machine. */
final class Mosquitto {

  private Mosquitto() {}

  static Optional<Path> executable() {
    return RequiredProgram.MOSQUITTO.executable();
  }

  /** Skips a test where there is none. */
  static void assumeInstalled() {
    RequiredProgram.MOSQUITTO.orSkip();
  }

  static Broker start() throws Exception {
    return new MosquittoProvider().start(BrokerRequest.of("process:mosquitto"));
  }
}
