package io.brokerbench.core.broker;

import io.brokerbench.core.result.ResourceLimits;
import io.brokerbench.core.scenario.NetworkConditions;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.security.Security;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What is asked of a broker that is to be started.
 *
 * @param selector as the user wrote it: {@code embedded:PRODUCT}, {@code mqtt://host:1883}
 * @param logFile where the broker's log goes; empty for a temporary file that goes with the broker
 * @param security of the scenario to come, which says what listeners are needed beside plain MQTT,
 *     and which cipher they must take
 * @param port for MQTT on the loopback address; empty for a free one
 * @param needs what has to be set up for it: more listeners, more nodes
 * @param limits the most that it may take of this machine
 * @param patience how long its start may take
 * @param nodeLatency that is added between the nodes of a pair, in each direction; zero for none
 */
@RecordBuilder
public record BrokerRequest(
    String selector,
    Optional<Path> logFile,
    Security security,
    OptionalInt port,
    Set<Capability> needs,
    ResourceLimits limits,
    StartPatience patience,
    Duration nodeLatency)
    implements BrokerRequestBuilder.With {

  /** What a broker has only where it is set up for it; the rest it has or does not have. */
  private static final Set<Capability> TO_SET_UP =
      Set.of(
          Capability.HIGH_AVAILABILITY,
          Capability.WEBSOCKET,
          Capability.AMQP,
          Capability.OPENWIRE,
          Capability.CORE,
          Capability.JMS,
          Capability.DELIVERY_DELAY);

  /** Checks that all is there. */
  public BrokerRequest {
    Objects.requireNonNull(selector, "selector");
    Objects.requireNonNull(logFile, "logFile");
    Objects.requireNonNull(security, "security");
    Objects.requireNonNull(port, "port");
    Objects.requireNonNull(limits, "limits");
    Objects.requireNonNull(patience, "patience");
    Objects.requireNonNull(nodeLatency, "nodeLatency");
    needs = Set.copyOf(needs);
  }

  /** A broker on a free port with a temporary log. */
  public static BrokerRequest of(String selector) {
    return new BrokerRequest(
        selector,
        Optional.empty(),
        Security.NONE,
        OptionalInt.empty(),
        Set.of(),
        ResourceLimits.NONE,
        StartPatience.USUAL,
        Duration.ZERO);
  }

  /** Whether a pair or a cluster is to be started, in sync when it is ready. */
  public boolean highAvailability() {
    return needs.contains(Capability.HIGH_AVAILABILITY);
  }

  /** Whether listeners for WebSockets are needed, one over TLS where there is a cipher suite. */
  public boolean webSocket() {
    return needs.contains(Capability.WEBSOCKET);
  }

  /**
   * Whether a listener for AMQP 1.0 is needed, for JMS clients; over TLS as well where {@code
   * security} protects consumers.
   */
  public boolean amqp() {
    return needs.contains(Capability.AMQP);
  }

  /** The same, with its log in a file. */
  public BrokerRequest withLogFile(Path file) {
    return withLogFile(Optional.of(file));
  }

  /** The same for another one beside it: on a free port, its log in {@code broker-NAME.log}. */
  public BrokerRequest beside(String name) {
    String ending = "-" + name.replace(" ", "") + "$1";
    Optional<Path> log =
        logFile.map(
            file ->
                file.resolveSibling(
                    file.getFileName().toString().replaceFirst("(\\.[^.]*)?$", ending)));
    return withLogFile(log).withPort(OptionalInt.empty());
  }

  /** The same, on a given port. */
  public BrokerRequest withPort(int mqttPort) {
    return withPort(OptionalInt.of(mqttPort));
  }

  /** The same, with less of this machine. */
  @Override
  public BrokerRequest withLimits(ResourceLimits most) {
    return BrokerRequestBuilder.With.super.withLimits(most.here());
  }

  /** Whether a listener for a protocol of JMS clients is needed. */
  public boolean needs(JmsProtocol protocol) {
    return needs.contains(protocol.capability());
  }

  /** The same, as a pair or a cluster. */
  public BrokerRequest withHighAvailability() {
    return with(Capability.HIGH_AVAILABILITY);
  }

  /** The same, with listeners for WebSockets. */
  public BrokerRequest withWebSocket() {
    return with(Capability.WEBSOCKET);
  }

  /** The same, with a listener for JMS clients. */
  public BrokerRequest withAmqp() {
    return withJms(JmsProtocol.AMQP);
  }

  /** The same, with a listener for JMS clients that speak this protocol. */
  public BrokerRequest withJms(JmsProtocol protocol) {
    return with(protocol.capability());
  }

  /** The same, set up to hold messages back for their delivery delay. */
  public BrokerRequest withDeliveryDelay() {
    return with(Capability.DELIVERY_DELAY);
  }

  private BrokerRequest with(Capability need) {
    EnumSet<Capability> all = EnumSet.of(need);
    all.addAll(needs);
    return withNeeds(all);
  }

  /** The same, as a scenario needs it whose JMS clients speak AMQP. */
  public BrokerRequest withNeedsOf(Scenario scenario) {
    return withNeedsOf(scenario, JmsProtocol.AMQP);
  }

  /**
   * The same, as a scenario needs it: with all listeners of its clients, and as many nodes.
   *
   * @param jms what its JMS clients speak, where it has some
   */
  public BrokerRequest withNeedsOf(Scenario scenario, JmsProtocol jms) {
    Set<Capability> all = EnumSet.copyOf(jms.in(RequiredCapabilities.of(scenario)));
    all.retainAll(TO_SET_UP);
    Duration between =
        scenario
            .conditions()
            .network()
            .flatMap(NetworkConditions::nodeLatency)
            .orElse(Duration.ZERO);
    return withSecurity(scenario.security()).withNeeds(all).withNodeLatency(between);
  }

  /**
   * The same, with what one more scenario needs at the same time.
   *
   * @param scenario with the same cipher, where it has one
   * @param jms what its JMS clients speak, where it has some
   */
  public BrokerRequest andNeedsOf(Scenario scenario, JmsProtocol jms) {
    BrokerRequest other = withNeedsOf(scenario, jms);
    Set<Capability> all = new HashSet<>(needs);
    all.addAll(other.needs);
    boolean wider = other.security.clients().compareTo(security.clients()) > 0;
    boolean longer = other.nodeLatency.compareTo(nodeLatency) > 0;
    return withSecurity(wider ? other.security : security)
        .withNeeds(all)
        .withNodeLatency(longer ? other.nodeLatency : nodeLatency);
  }
}
