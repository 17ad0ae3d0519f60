package io.brokerbench.core.broker;

import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Security;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What is asked of a broker that is to be started.
 *
 * @param selector as the user wrote it: {@code embedded:artemis}, {@code mqtt://host:1883}
 * @param logFile where the broker's log goes; empty for a temporary file that goes with the broker
 * @param security of the scenario to come, which says what listeners are needed beside plain MQTT,
 *     and which cipher they must take
 * @param port for MQTT on the loopback address; empty for a free one
 * @param highAvailability whether a pair or a cluster is to be started, in sync when it is ready
 * @param amqp whether a listener for AMQP 1.0 is needed, for JMS clients; over TLS as well where
 *     {@code security} protects consumers
 */
public record BrokerRequest(
    String selector,
    Optional<Path> logFile,
    Security security,
    OptionalInt port,
    boolean highAvailability,
    boolean amqp) {

  /** Checks that all is there. */
  public BrokerRequest {
    Objects.requireNonNull(selector, "selector");
    Objects.requireNonNull(logFile, "logFile");
    Objects.requireNonNull(security, "security");
    Objects.requireNonNull(port, "port");
  }

  /** A broker on a free port with a temporary log. */
  public static BrokerRequest of(String selector) {
    return new BrokerRequest(
        selector, Optional.empty(), Security.NONE, OptionalInt.empty(), false, false);
  }

  /** The same, with its log in a file. */
  public BrokerRequest withLogFile(Path file) {
    return new BrokerRequest(selector, Optional.of(file), security, port, highAvailability, amqp);
  }

  /** The same, on a given port. */
  public BrokerRequest withPort(int mqttPort) {
    return new BrokerRequest(
        selector, logFile, security, OptionalInt.of(mqttPort), highAvailability, amqp);
  }

  /** The same, with listeners for connections that are protected so. */
  public BrokerRequest withSecurity(Security wanted) {
    return new BrokerRequest(selector, logFile, wanted, port, highAvailability, amqp);
  }

  /** The same, as a pair or a cluster. */
  public BrokerRequest withHighAvailability() {
    return new BrokerRequest(selector, logFile, security, port, true, amqp);
  }

  /** The same, with a listener for JMS clients. */
  public BrokerRequest withAmqp() {
    return new BrokerRequest(selector, logFile, security, port, highAvailability, true);
  }

  /** The same, with all listeners that a scenario needs, and as many nodes. */
  public BrokerRequest forScenario(Scenario scenario) {
    return new BrokerRequest(
        selector,
        logFile,
        scenario.security(),
        port,
        scenario.conditions().highAvailability(),
        scenario.session().consumerProtocol() == Protocol.JMS);
  }
}
