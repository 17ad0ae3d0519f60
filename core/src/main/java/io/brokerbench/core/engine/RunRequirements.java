package io.brokerbench.core.engine;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.UnsupportedException;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.JmsProtocol;
import io.brokerbench.core.broker.RequiredCapabilities;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.driver.DriverFeature;
import io.brokerbench.core.engine.assignment.DeviceRows;
import io.brokerbench.core.engine.worker.DriverSelection;
import io.brokerbench.core.load.ClosedLoad;
import io.brokerbench.core.result.BrokerIdentity.Origin;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.security.ClientIdentity;
import java.net.InetAddress;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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

  private UnsupportedException lacks(String what, ClientDriverProvider driver) {
    return new UnsupportedException(
        "%s needs %s, which the driver %s does not support"
            .formatted(scenario.name(), what, driver.name()));
  }

  private UnsupportedException lacks(
      String what, ClientDriverProvider driver, Predicate<ClientDriverProvider> able) {
    return new UnsupportedException(
        lacks(what, driver).getMessage()
            + alternatives("drivers that do", drivers, ClientDriverProvider::name, able));
  }

  private void requireCapabilities(BrokerProvider broker, JmsProtocol jms) {
    Set<Capability> missing = RequiredCapabilities.missing(scenario, jms, broker.capabilities());
    if (!missing.isEmpty()) {
      throw new UnsupportedException(
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

  /**
   * The driver, and the one of the consumers, support the protocols and the ciphers.
   *
   * @return the rows of the clients, which are right
   */
  public DeviceRows requireAble(ClientDriverProvider driver) {
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
    requireFeatures(driver);
    requirePrefetch(selected.consuming());
    DeviceRows rows = DeviceRows.read(scenario);
    requireDevices(driver, rows);
    TopicRequirements.require(scenario, rows);
    return rows;
  }

  /** The drivers can let each client in as its row says. */
  public void requireDevices(ClientDriverProvider driver, DeviceRows rows) {
    DriverSelection selected = DriverSelection.of(scenario, driver);
    requireIdentities(selected.publishing(), rows::anyPublisher);
    requireIdentities(selected.consuming(), rows::anyConsumer);
  }

  private void requireIdentities(
      ClientDriverProvider driver, Predicate<Predicate<ClientIdentity>> any) {
    if (any.test(identity -> identity.login().isPresent())) {
      requireFeature(driver, DriverFeature.CLIENT_LOGINS);
    }
    if (any.test(identity -> identity.certificate().isPresent())) {
      requireFeature(driver, DriverFeature.CLIENT_CERTIFICATES);
    }
    if (any.test(identity -> identity.psk().isPresent())) {
      requireFeature(driver, DriverFeature.CLIENT_PRE_SHARED_KEYS);
    }
  }

  /** The driver of the publishers can do what the scenario asks of it. */
  public void requireFeatures(ClientDriverProvider driver) {
    ClientDriverProvider publishing = DriverSelection.of(scenario, driver).publishing();
    Map<DriverFeature, Boolean> asked =
        Map.of(
            DriverFeature.MQTT5_SETTINGS,
            scenario.session().mqtt5().isPresent(),
            DriverFeature.PAYLOAD_TEMPLATES,
            scenario.workload().payload().template().isPresent(),
            DriverFeature.WILLS,
            scenario.conditions().storm().filter(storm -> storm.kind().isOfWills()).isPresent(),
            DriverFeature.PAYLOAD_SIZES,
            scenario.workload().payload().sizes().isPresent(),
            DriverFeature.SLOW_CONSUMERS,
            scenario.slowConsumers().isPresent(),
            DriverFeature.REQUESTS,
            scenario.topology().hasRequests(),
            DriverFeature.TLS_RESUMPTION,
            scenario.security().resumes(),
            DriverFeature.SEVERAL_TOPICS,
            scenario.topology().hasMetrics(),
            DriverFeature.PROOF_PROPERTIES,
            scenario.workload().payload().provesByProperty(),
            DriverFeature.DELIVERY_DELAY,
            !scenario.session().deliveryDelay().isZero());
    Stream.of(DriverFeature.values())
        .filter(feature -> asked.getOrDefault(feature, false))
        .forEach(feature -> requireFeature(publishing, feature));
  }

  /** Where clients connect from addresses that are given, both drivers can bind them. */
  public void requireSources(ClientDriverProvider driver, List<InetAddress> sources) {
    if (!sources.isEmpty()) {
      DriverSelection selected = DriverSelection.of(scenario, driver);
      requireFeature(selected.publishing(), DriverFeature.SOURCE_ADDRESSES);
      requireFeature(selected.consuming(), DriverFeature.SOURCE_ADDRESSES);
    }
  }

  private void requirePrefetch(ClientDriverProvider consuming) {
    if (scenario
        .session()
        .jmsConsumers()
        .filter(jms -> jms.prefetch() != JmsConsumers.PREFETCH)
        .isPresent()) {
      requireFeature(
          consuming,
          scenario.security().ofConsumers().isPresent()
              ? DriverFeature.JMS_PREFETCH_OVER_TLS
              : DriverFeature.JMS_PREFETCH);
    }
  }

  private void requireFeature(ClientDriverProvider driver, DriverFeature feature) {
    if (!driver.features().contains(feature)) {
      throw lacks(feature.title(), driver, other -> other.features().contains(feature));
    }
  }

  private void requireCipher(ClientDriverProvider driver) {
    scenario
        .security()
        .cipher()
        .filter(cipher -> !driver.cipherSuites().contains(cipher))
        .ifPresent(
            cipher -> {
              throw lacks(
                  cipher.openSslName(), driver, other -> other.cipherSuites().contains(cipher));
            });
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
        ? new FaultRequirements(scenario).wrong(limit)
        : new DefinitionException("session.reconnect", limit, true);
  }

  /**
   * Where replies go to temporary queues, one process knows the names of all of them; where the
   * load has a limit of the backlog, one knows the backlog; and where messages expire under a
   * closed load, one knows when each was sent.
   */
  public void requireOneProcess(int workers, boolean agents) {
    if (scenario.workload().load() instanceof ClosedLoad closed
        && closed.backlog().isPresent()
        && (agents || workers > 1)) {
      throw new DefinitionException(
          "workload.load.backlog",
          "only with one process, which knows what is owed: not with workers and agents",
          closed.backlog().getAsInt());
    }
    if (scenario.workload().load() instanceof ClosedLoad
        && scenario.session().messageExpiry().isPresent()
        && (agents || workers > 1)) {
      throw DefinitionException.naming(
          agents ? "agents" : "workers",
          "%s where messages expire under a closed load: when a message was sent, only one process"
                  .formatted(agents ? "none" : "1")
              + " knows; an open load has a schedule",
          agents ? "some" : workers);
    }
    boolean temporary =
        scenario.topology().hasRequests()
            && scenario
                .session()
                .jmsConsumers()
                .filter(JmsConsumers::usesTemporaryQueues)
                .isPresent();
    if (temporary && (agents || workers > 1)) {
      throw DefinitionException.naming(
          agents ? "agents" : "workers",
          "%s where replies go to temporary queues, whose names only one process knows; not with"
                  .formatted(agents ? "none" : "1")
              + " %s NAMED",
          agents ? "some" : workers,
          "session.jmsConsumers.replyQueue");
    }
  }

  /**
   * The version that was started has what the scenario with clients of this driver needs. What
   * others run is not known to that detail.
   */
  public void requireClaims(Broker broker, ClientDriverProvider driver) {
    JmsProtocol jms = DriverSelection.of(scenario, driver).jmsProtocol();
    Set<Capability> missing = RequiredCapabilities.missing(scenario, jms, broker.capabilities());
    if (broker.identity().origin() != Origin.REMOTE && !missing.isEmpty()) {
      throw new DefinitionException(
          "%s needs %s, which %s %s does not have"
              .formatted(
                  scenario.name(),
                  missing.stream().map(Capability::title).collect(Collectors.joining(" and ")),
                  broker.identity().product(),
                  broker.identity().version()));
    }
  }
}
