package io.brokerbench.core.engine;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.FaultCommands;
import io.brokerbench.core.broker.JmsProtocol;
import io.brokerbench.core.broker.RequiredCapabilities;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.engine.worker.DriverSelection;
import io.brokerbench.core.scenario.Fault;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.security.CipherSuite;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What a run requires of its broker, its driver and its settings. Each method throws a {@link
 * DefinitionException} where that is not met, with those that would meet it.
 *
 * @param scenario of the run
 * @param brokers that messages may name
 * @param drivers that messages may name
 */
public record RunRequirements(
    Scenario scenario, List<BrokerProvider> brokers, List<ClientDriverProvider> drivers) {

  /** Copies the lists. */
  public RunRequirements {
    brokers = List.copyOf(brokers);
    drivers = List.copyOf(drivers);
  }

  /** With messages that name no other brokers and drivers. */
  public RunRequirements(Scenario scenario) {
    this(scenario, List.of(), List.of());
  }

  /** The broker has what the scenario needs; known before it is started. JMS is over AMQP. */
  public void requireCapabilities(BrokerProvider broker) {
    requireCapabilities(broker, JmsProtocol.AMQP);
  }

  /** The broker has what the scenario with clients of this driver needs. */
  public void requireCapabilities(BrokerProvider broker, ClientDriverProvider driver) {
    DriverSelection selected = DriverSelection.of(scenario, driver);
    requireCapabilities(broker, selected.jmsProtocol());
    EnumSet<Capability> unshared = EnumSet.noneOf(Capability.class);
    unshared.addAll(broker.capabilities());
    unshared.remove(Capability.JMS_SHARED);
    boolean shares =
        RequiredCapabilities.missing(scenario, selected.jmsProtocol(), unshared)
            .contains(Capability.JMS_SHARED);
    if (shares && !selected.consuming().sharesJmsSubscriptions()) {
      throw lacks(Capability.JMS_SHARED.title(), selected.consuming());
    }
  }

  private DefinitionException lacks(String what, ClientDriverProvider driver) {
    return new DefinitionException(
        "%s needs %s, which the driver %s does not support"
            .formatted(scenario.name(), what, driver.name()));
  }

  private void requireCapabilities(BrokerProvider broker, JmsProtocol jms) {
    Set<Capability> missing = RequiredCapabilities.missing(scenario, jms, broker.capabilities());
    if (!missing.isEmpty()) {
      throw new DefinitionException(
          "%s needs %s, which %s does not support%s"
              .formatted(
                  scenario.name(),
                  missing.stream().map(Capability::title).collect(Collectors.joining(" and ")),
                  broker.name(),
                  alternatives(
                      "brokers that do",
                      brokers,
                      BrokerProvider::name,
                      other ->
                          RequiredCapabilities.missing(scenario, jms, other.capabilities())
                              .isEmpty())));
    }
  }

  /** The driver, and the one of the consumers, support the protocols and the ciphers. */
  public void requireAble(ClientDriverProvider driver) {
    DriverSelection selected = DriverSelection.of(scenario, driver);
    Protocol protocol = scenario.session().protocol();
    if (!selected.publishing().protocols().contains(protocol)) {
      throw lacks(protocol.title(), selected.publishing());
    }
    scenario
        .session()
        .jmsConsumers()
        .map(JmsConsumers::acknowledgement)
        .filter(mode -> !selected.consuming().jmsAcknowledgements().contains(mode))
        .ifPresent(
            mode -> {
              throw lacks("the acknowledgement " + mode, selected.consuming());
            });
    requireCipher(selected.publishing());
    if (scenario.security().ofConsumers().isPresent()) {
      requireCipher(selected.consuming());
    }
    requireReconnects(driver);
  }

  private void requireCipher(ClientDriverProvider driver) {
    scenario
        .security()
        .cipher()
        .filter(cipher -> !driver.cipherSuites().contains(cipher))
        .ifPresent(cipher -> refuse(driver, cipher));
  }

  private void refuse(ClientDriverProvider driver, CipherSuite cipher) {
    throw new DefinitionException(
        "%s needs %s, which the driver %s does not support%s"
            .formatted(
                scenario.name(),
                cipher.openSslName(),
                driver.name(),
                alternatives(
                    "drivers that do",
                    drivers,
                    ClientDriverProvider::name,
                    other -> other.cipherSuites().contains(cipher))));
  }

  private static <T> String alternatives(
      String title, List<T> all, Function<T, String> name, Predicate<T> able) {
    if (all.isEmpty()) {
      return "";
    }
    String names = all.stream().filter(able).map(name).collect(Collectors.joining(", "));
    return "; " + title + ": " + (names.isEmpty() ? "none" : names);
  }

  /**
   * All clients have to come back after a fault, and where the scenario says so; both drivers have
   * to be able to.
   */
  public void requireReconnects(ClientDriverProvider driver) {
    if (scenario.conditions().fault().isEmpty() && !scenario.session().reconnects()) {
      return;
    }
    DriverSelection selected = DriverSelection.of(scenario, driver);
    if (!selected.publishing().reconnects()) {
      throw cannotReconnect(
          "the driver %s cannot connect again%s"
              .formatted(
                  driver.name(),
                  alternatives(
                      "drivers that can",
                      drivers,
                      ClientDriverProvider::name,
                      ClientDriverProvider::reconnects)));
    }
    if (!selected.consuming().reconnects()) {
      throw cannotReconnect(
          "the driver %s of the JMS consumers cannot connect again; MQTT consumers can"
              .formatted(selected.consuming().name()));
    }
  }

  private DefinitionException cannotReconnect(String limit) {
    return scenario.conditions().fault().isPresent()
        ? wrongFault(limit)
        : new DefinitionException("session.reconnect", limit, true);
  }

  private DefinitionException wrongFault(String limit) {
    return new DefinitionException(
        "conditions.fault.kind",
        limit,
        scenario.conditions().fault().map(Fault::kind).orElseThrow());
  }

  /** With a fault, one process follows what is acknowledged. */
  public void requireOneProcess(int workers, boolean agents) {
    if (scenario.conditions().fault().isEmpty()) {
      return;
    }
    if (agents) {
      throw new DefinitionException(
          "agents", "none with a fault, whose acknowledgements one process follows", "some");
    }
    if (workers > 1) {
      throw new DefinitionException(
          "workers", "1 with a fault, whose acknowledgements one process follows", workers);
    }
  }

  /** A fault is done to nodes that are known, and to each of them before the load ends. */
  public void requireNodes(Broker broker) {
    if (scenario.conditions().fault().isEmpty()) {
      return;
    }
    Fault fault = scenario.conditions().fault().get();
    if (broker.nodes().isEmpty()) {
      throw wrongFault(
          "%s has no node that a fault can be done to from here; brokers that are started"
                  .formatted(broker.identity().product())
              + " here have");
    }
    Duration steady = scenario.phases().steady();
    int nodes = broker.nodes().size();
    fault
        .every()
        .filter(every -> fault.at().plus(every.multipliedBy(nodes - 1L)).compareTo(steady) >= 0)
        .ifPresent(
            every -> {
              throw new DefinitionException(
                  "conditions.fault.every",
                  "the last of %d nodes before the end of the steady state, %s"
                      .formatted(nodes, Durations.format(steady)),
                  Durations.format(every));
            });
  }

  /** A fault by a command requires one, and undoing it another one. */
  public void requireCommands(Optional<FaultCommands> commands) {
    Optional<Fault> fault = scenario.conditions().fault();
    if (fault.filter(planned -> planned.kind() == FaultKind.COMMAND).isEmpty()) {
      return;
    }
    if (commands.isEmpty()) {
      throw wrongFault("only with --fault-command on the command line, as no file brings commands");
    }
    boolean heals = fault.get().healAfter().isPresent();
    if (heals != commands.get().heal().isPresent()) {
      throw heals
          ? new DefinitionException(
              "conditions.fault.healAfter",
              "with a command only with --heal-command",
              Durations.format(fault.get().healAfter().get()))
          : new DefinitionException(
              "conditions.fault.healAfter", "to be given with --heal-command", "nothing");
    }
  }
}
