package io.brokerbench.containers.bridge;

import io.brokerbench.containers.container.MosquittoContainers;
import io.brokerbench.containers.mosquitto.MosquittoRecipe;
import io.brokerbench.containers.process.BrokerStarter;
import io.brokerbench.containers.process.Executables;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.scenario.DefinitionException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * Two Mosquittos of which one, the bridge, keeps a connection of MQTT 3.1.1 to the other one, the
 * main broker, and carries messages by rules. Each is a broker like any other: with its own
 * endpoints, process, figures and log.
 */
public final class BridgedBrokers implements AutoCloseable {

  private static final String PROCESS = "process:mosquitto";

  /** A second, in place of a growing number of them, until it connects again. */
  private static final String CONNECTION =
      """

      connection brokerbench
      address %s
      bridge_protocol_version mqttv311
      notifications false
      restart_timeout 1
      %s
      """;

  private final Broker main;
  private final Broker bridge;
  private final List<BridgeRule> rules;

  private BridgedBrokers(Broker main, Broker bridge, List<BridgeRule> rules) {
    this.main = main;
    this.bridge = bridge;
    this.rules = rules;
  }

  /** Whether brokers of a selector can be bridged: {@code process:mosquitto} or in containers. */
  public static boolean accepts(String selector) {
    return PROCESS.equals(selector) || MosquittoContainers.accepts(selector);
  }

  /**
   * Starts both, and returns when a message has crossed by the last rule of each direction.
   *
   * @param request for both; its port is that of the main broker, its log that of the main broker,
   *     and that of the bridge is beside it ({@code broker-bridge.log})
   * @param rules at least one, in the order in which they are to be set up
   * @throws DefinitionException if there is no rule, or a bridge isn't for brokers of that kind
   * @throws BrokerException if they did not start, or no message crosses; nothing is left then
   * @throws InterruptedException if interrupted; nothing is left then
   */
  public static BridgedBrokers start(BrokerRequest request, List<BridgeRule> rules)
      throws BrokerException, InterruptedException {
    if (!accepts(request.selector())) {
      throw new DefinitionException(
          "--broker", PROCESS + " or container:mosquitto for a bridge", request.selector());
    }
    if (rules.isEmpty()) {
      throw new DefinitionException("bridge.rules", "at least one", 0);
    }
    Broker main = startOne(request, "");
    try {
      Broker bridge = startOne(besides(request), lines(address(main), rules));
      try {
        BridgeProbe.awaitCrossing(main, bridge, rules);
        return new BridgedBrokers(main, bridge, List.copyOf(rules));
      } catch (BrokerException | InterruptedException | RuntimeException e) {
        bridge.close();
        throw e;
      }
    } catch (BrokerException | InterruptedException | RuntimeException e) {
      main.close();
      throw e;
    }
  }

  private static Broker startOne(BrokerRequest request, String more)
      throws BrokerException, InterruptedException {
    return MosquittoContainers.accepts(request.selector())
        ? MosquittoContainers.start(request, more)
        : new BrokerStarter().start(new MosquittoRecipe(Executables.INSTALLED, more), request);
  }

  private static String address(Broker main) {
    if (MosquittoContainers.accepts(main.identity().selector())) {
      return MosquittoContainers.addressFromOthers(main);
    }
    Endpoint plain = main.endpoints().get(0);
    return plain.host() + ":" + plain.port();
  }

  static String lines(String address, List<BridgeRule> rules) {
    return CONNECTION.formatted(
        address, rules.stream().map(BridgeRule::line).collect(Collectors.joining("\n")));
  }

  private static BrokerRequest besides(BrokerRequest request) {
    Optional<Path> log =
        request
            .logFile()
            .map(
                file ->
                    file.resolveSibling(
                        file.getFileName().toString().replaceFirst("(\\.[^.]*)?$", "-bridge$1")));
    return new BrokerRequest(
        request.selector(),
        log,
        request.security(),
        OptionalInt.empty(),
        request.needs(),
        request.limits());
  }

  /** The one that knows nothing of a bridge. */
  public Broker main() {
    return main;
  }

  /** The one that keeps the connection. */
  public Broker bridge() {
    return bridge;
  }

  /** What is carried. */
  public List<BridgeRule> rules() {
    return rules;
  }

  /** Ends both, the bridge first. May be called twice. */
  @Override
  public void close() {
    try {
      bridge.close();
    } finally {
      main.close();
    }
  }
}
