package io.brokerbench.containers.bridge;

import io.brokerbench.containers.mosquitto.MosquittoProvider;
import io.brokerbench.containers.product.ContainerProduct;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.BridgeProvider;
import io.brokerbench.core.broker.BridgeRule;
import io.brokerbench.core.broker.BridgedBrokers;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Endpoint;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Mosquittos with a bridge of MQTT 3.1.1, as processes or in containers. */
public final class MosquittoBridges implements BridgeProvider {

  private static final String PROCESS = MosquittoProvider.SELECTOR;
  private static final ContainerProduct CONTAINER = ContainerProduct.named("mosquitto");

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

  private record Bridged(Broker main, Broker bridge) implements BridgedBrokers {

    @Override
    public void close() {
      try {
        bridge.close();
      } finally {
        main.close();
      }
    }
  }

  /** For the service loader. */
  public MosquittoBridges() {}

  @Override
  public boolean accepts(String selector) {
    return PROCESS.equals(selector) || CONTAINER.accepts(selector);
  }

  @Override
  public List<String> examples() {
    return List.of(PROCESS, CONTAINER.name());
  }

  @Override
  public BridgedBrokers start(BrokerRequest request, List<BridgeRule> rules)
      throws BrokerException, InterruptedException {
    if (!accepts(request.selector())) {
      throw new DefinitionException(
          "broker", PROCESS + " or container:mosquitto for a bridge", request.selector());
    }
    if (rules.isEmpty()) {
      throw new DefinitionException("bridge.rules", "at least one", 0);
    }
    Broker main = startOne(request, "");
    try {
      Broker bridge = startOne(request.beside("bridge"), lines(address(main), rules));
      try {
        BridgeProbe.awaitCrossing(main, bridge, rules);
        return new Bridged(main, bridge);
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
    return CONTAINER.accepts(request.selector())
        ? CONTAINER.start(request, more)
        : new MosquittoProvider().start(request, more);
  }

  private static String address(Broker main) {
    if (CONTAINER.accepts(main.identity().selector())) {
      return ContainerProduct.addressFromOthers(main);
    }
    Endpoint plain = main.endpoints().get(0);
    return plain.host() + ":" + plain.port();
  }

  static String lines(String address, List<BridgeRule> rules) {
    return CONNECTION.formatted(
        address, rules.stream().map(MosquittoBridges::line).collect(Collectors.joining("\n")));
  }

  static String line(BridgeRule rule) {
    String prefixes =
        rule.localPrefix().isEmpty() && rule.remotePrefix().isEmpty()
            ? ""
            : " " + quoted(rule.localPrefix()) + " " + quoted(rule.remotePrefix());
    String direction = rule.direction().name().toLowerCase(Locale.ROOT);
    return "topic %s %s %d%s".formatted(rule.pattern(), direction, rule.qos().level(), prefixes);
  }

  private static String quoted(String prefix) {
    return prefix.isEmpty() ? "\"\"" : prefix;
  }
}
