package io.brokerbench.kit;

import static io.brokerbench.kit.BrokenClaimException.require;
import static io.brokerbench.kit.BrokenClaimException.requireEqual;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.result.BrokerIdentity;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks of how brokers start, what they say of themselves, and how they end.
 *
 * @param kit what they are made on
 */
record LifecycleChecks(KitBroker kit) {

  private static final int LOG_LINES = 10;

  /** Of each broker; those that start another one only where the tool starts brokers. */
  List<ClaimCheck> all() {
    List<ClaimCheck> checks = new ArrayList<>();
    checks.add(new ClaimCheck("it says which product and version it is", this::identity));
    if (kit.hasProcess()) {
      checks.add(new ClaimCheck("it shows its process and its log", this::processAndLog));
    }
    if (kit.provider().startsBrokers()) {
      checks.add(
          new ClaimCheck(
              "it accepts clients at once, and leaves nothing behind", this::leavesNothing));
      checks.add(new ClaimCheck("a port that is taken is named", this::takenPort));
    }
    if (kit.hasProcess() && kit.provider().startsBrokers()) {
      checks.add(
          new ClaimCheck("a killed broker is noticed, and can be closed", this::killedIsNoticed));
    }
    return checks;
  }

  private void identity() {
    Broker broker = kit.broker();
    require(kit.provider().accepts(kit.selector()), "its provider does not accept the selector");
    require(!kit.provider().description().isBlank(), "its provider has no description");
    require(!broker.identity().product().isBlank(), "no product");
    requireEqual("selector", broker.identity().selector(), kit.selector());
    if (kit.provider().startsBrokers()) {
      String version = broker.identity().version();
      require(
          !version.isBlank() && !version.equals(BrokerIdentity.UNKNOWN), "version: %s", version);
      require(
          kit.provider().capabilities().containsAll(broker.capabilities()),
          "capabilities: %s, and %s before it was started",
          broker.capabilities(),
          kit.provider().capabilities());
    }
    require(broker.failure().isEmpty(), "failure: %s", broker.failure().orElse(""));
    require(
        !kit.protocols().isEmpty() || kit.claims(Capability.AMQP) || kit.claims(Capability.JMS),
        "neither MQTT nor AMQP nor JMS");
  }

  private void processAndLog() {
    long pid = kit.broker().pid().orElseThrow();
    require(ProcessHandle.of(pid).isPresent(), "there is no process %s", pid);
    int lines = kit.broker().logTail(LOG_LINES).size();
    require(lines > 0 && lines <= LOG_LINES, "%s lines of %s of its log", lines, LOG_LINES);
  }

  private void leavesNothing() throws BrokerException, InterruptedException, IOException {
    Broker another = kit.another();
    Endpoint endpoint = KitBroker.endpoint(another);
    try {
      if (!kit.protocols().isEmpty()) {
        KitMqtt.of(kit.protocols().get(0), endpoint, "kit-first").connected().close();
      } else if (endpoint.listener() == Listener.AMQP) {
        KitJms.connect(endpoint).close();
      } // only its own library connects to any other one; it has accepted a probe when it started
    } finally {
      another.close();
      another.close();
    }
    if (another.pid().isPresent()) {
      long pid = another.pid().getAsLong();
      boolean lives = ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
      require(!lives, "process %s goes on", pid);
    }
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(endpoint.host(), endpoint.port()));
    }
  }

  private void killedIsNoticed() throws BrokerException, InterruptedException {
    try (Broker another = kit.another()) {
      ProcessHandle.of(another.pid().orElseThrow()).orElseThrow().destroyForcibly();
      Patience.await(
          Duration.ofSeconds(10), "the end is noticed", () -> another.failure().isPresent());
      String failure = another.failure().orElseThrow();
      require(
          !failure.isBlank() && !failure.contains("\n"), "not one line of a failure: %s", failure);
    }
  }

  private void takenPort() throws InterruptedException {
    int port = KitBroker.endpoint(kit.broker()).port();
    try {
      kit.provider().start(BrokerRequest.of(kit.selector()).withPort(port)).close();
    } catch (BrokerException e) {
      String message = String.valueOf(e.getMessage());
      require(message.contains("" + port), "the message does not name port %s: %s", port, message);
      return;
    }
    throw new BrokenClaimException("it started on port %d, which is taken".formatted(port));
  }
}
