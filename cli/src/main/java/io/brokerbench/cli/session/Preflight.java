package io.brokerbench.cli.session;

import io.brokerbench.cli.option.Offers;
import io.brokerbench.cli.terminal.EnvironmentException;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.RequiredCapabilities;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.worker.Drivers;
import io.brokerbench.core.network.PacketLoss;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.security.CipherSuite;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What has to be right before anything is started. */
final class Preflight {

  private Preflight() {}

  /**
   * Checks it.
   *
   * @throws DefinitionException if the broker or the driver can't do what the scenario needs
   * @throws EnvironmentException if this machine hasn't enough files or memory, or can't make the
   *     network that is asked for
   */
  static void check(RunSession.Request request, Tools tools) throws EnvironmentException {
    requireCapabilities(request.scenario(), request.brokers(), tools.offers());
    Drivers drivers = Drivers.of(request.scenario(), request.driver());
    requireProtocol(request.scenario(), drivers.publishing());
    requireCipher(request.scenario(), drivers.publishing(), tools.offers());
    if (request.scenario().security().ofConsumers().isPresent()) {
      requireCipher(request.scenario(), drivers.consuming(), tools.offers());
    }
    requireDoable(request, tools.offers());
    requireLoss(request.scenario());
    boolean startedHere = isStartedHere(request);
    MachineCheck machine = machine(request, tools);
    machine.files(startedHere ? request.brokers().name() : "");
    machine.memory(startedHere);
  }

  /**
   * Checks what can be known only once the broker runs.
   *
   * @throws DefinitionException if it can't be reached as the options say
   * @throws EnvironmentException if this machine hasn't enough local ports
   * @throws RunException if the broker hasn't the listener that the scenario needs
   */
  static void check(Broker broker, RunSession.Request request, Tools tools)
      throws EnvironmentException, RunException {
    if (request.scenario().conditions().fault().isPresent() && broker.nodes().isEmpty()) {
      throw new DefinitionException(
          "--fault: %s has no node here that it could be done to"
              .formatted(request.brokers().name()));
    }
    machine(request, tools).ports(broker);
  }

  private static void requireCapabilities(Scenario scenario, BrokerProvider broker, Offers offers) {
    Set<Capability> missing = RequiredCapabilities.missing(scenario, broker.capabilities());
    if (missing.isEmpty()) {
      return;
    }
    String capable =
        offers.brokers().stream()
            .filter(other -> RequiredCapabilities.missing(scenario, other.capabilities()).isEmpty())
            .map(BrokerProvider::name)
            .collect(Collectors.joining(", "));
    throw new DefinitionException(
        "%s needs %s, which %s hasn't; brokers that have it: %s"
            .formatted(
                scenario.name(),
                missing.stream().map(Capability::title).collect(Collectors.joining(" and ")),
                broker.name(),
                capable.isEmpty() ? "none" : capable));
  }

  private static void requireProtocol(Scenario scenario, ClientDriverProvider driver) {
    Protocol protocol = scenario.session().protocol();
    if (!driver.protocols().contains(protocol)) {
      throw new DefinitionException(
          "%s needs %s, which the driver %s doesn't speak"
              .formatted(scenario.name(), protocol.title(), driver.name()));
    }
  }

  static void requireCipher(Scenario scenario, ClientDriverProvider driver, Offers offers) {
    Optional<CipherSuite> cipher = scenario.security().cipher();
    if (cipher.isEmpty() || driver.cipherSuites().contains(cipher.get())) {
      return;
    }
    String capable =
        offers.drivers().stream()
            .filter(other -> other.cipherSuites().contains(cipher.get()))
            .map(ClientDriverProvider::name)
            .collect(Collectors.joining(", "));
    throw new DefinitionException(
        "%s needs %s, which the driver %s hasn't; drivers that have it: %s"
            .formatted(
                scenario.name(),
                cipher.get().openSslName(),
                driver.name(),
                capable.isEmpty() ? "none" : capable));
  }

  /** What the loss of packets takes of this machine. */
  private static void requireLoss(Scenario scenario) throws EnvironmentException {
    if (scenario.conditions().network().filter(n -> n.lossFraction() > 0).isEmpty()) {
      return;
    }
    try {
      PacketLoss.ofThisMachine().requirePossible();
    } catch (BrokerException e) {
      throw new EnvironmentException("--network: " + e.getMessage());
    }
  }

  /** What a fault takes. */
  private static void requireDoable(RunSession.Request request, Offers offers) {
    Scenario scenario = request.scenario();
    if (scenario.conditions().fault().isEmpty()) {
      return;
    }
    if (!isStartedHere(request)) {
      throw new DefinitionException(
          "--fault: only to a broker that is started here, and "
              + request.selector()
              + " runs already");
    }
    requireReconnects(scenario, request.driver(), offers);
    if (request.settings().workers() > 1) {
      throw new DefinitionException(
          "--workers", "1 with a fault, as one process follows it", request.settings().workers());
    }
  }

  /** All clients have to come back, so both drivers have to be able to. */
  static void requireReconnects(Scenario scenario, ClientDriverProvider driver, Offers offers) {
    if (!driver.reconnects()) {
      String capable =
          offers.drivers().stream()
              .filter(ClientDriverProvider::reconnects)
              .map(ClientDriverProvider::name)
              .collect(Collectors.joining(", "));
      throw new DefinitionException(
          "--fault: the driver %s can't connect again; drivers that can: %s"
              .formatted(driver.name(), capable.isEmpty() ? "none" : capable));
    }
    ClientDriverProvider consuming = Drivers.of(scenario, driver).consuming();
    if (!consuming.reconnects()) {
      throw new DefinitionException(
          "--fault: the driver %s of the JMS consumers can't connect again; MQTT consumers can"
              .formatted(consuming.name()));
    }
  }

  /** A broker with an address runs already, with limits of its own. */
  private static boolean isStartedHere(RunSession.Request request) {
    return !request.selector().contains("://");
  }

  private static MachineCheck machine(RunSession.Request request, Tools tools) {
    return new MachineCheck(
        request.scenario(), request.driver(), request.settings(), tools.limits().get());
  }
}
