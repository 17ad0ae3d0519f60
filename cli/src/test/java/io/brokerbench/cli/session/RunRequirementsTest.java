package io.brokerbench.cli.session;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.cli.Stubs;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.ForwardingBroker;
import io.brokerbench.core.broker.JmsProtocol;
import io.brokerbench.core.definition.Scenarios;
import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.engine.RunRequirements;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.result.BrokerIdentity.Origin;
import io.brokerbench.core.scenario.Conditions;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Fault;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.core.scenario.JmsAcknowledgement;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.Security;
import io.brokerbench.experiment.session.ProviderRegistry;
import io.brokerbench.jms.AnyJmsDriverProvider;
import io.brokerbench.jms.QpidDriverProvider;
import io.brokerbench.mqtt.swarm.SwarmDriverProvider;
import io.brokerbench.testkit.broker.FaultyBroker;
import java.net.InetAddress;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RunRequirementsTest {

  private static final ClientDriverProvider ALL_CIPHERS = new Stubs.Driver();
  private static final ClientDriverProvider NO_PSK = new DriverWithoutPsk();
  private static final ProviderRegistry OFFERS =
      new ProviderRegistry(Scenarios.of(List.of()), List.of(), List.of(NO_PSK, ALL_CIPHERS));

  private static Scenario secured(CipherSuite cipher) {
    return Stubs.scenario(Distribution.SHARED, Qos.AT_MOST_ONCE, false, "SECURED")
        .withSecurity(Security.ofPublishers(cipher));
  }

  private static RunRequirements requirements(Scenario scenario) {
    return new RunRequirements(scenario, OFFERS.brokers(), OFFERS.drivers());
  }

  @Test
  void aDriverWithoutTheCipherIsRefusedWithThoseThatHaveIt() {
    assertThatThrownBy(() -> requirements(secured(CipherSuite.PSK_AES256_CBC)).requireAble(NO_PSK))
        .isInstanceOf(DefinitionException.class)
        .hasMessage(
            "SECURED needs PSK-AES256-CBC-SHA, which the driver other does not support; drivers"
                + " that do: swarm");
  }

  /** The release of a program is known when it has started. */
  @Test
  void whatTheStartedVersionLacksIsRefused() {
    Scenario scenario = Stubs.scenario(Distribution.SHARED, Qos.EXACTLY_ONCE, false, "TWICE");
    ClientDriverProvider driver = new SwarmDriverProvider();
    try (FaultyBroker broker = FaultyBroker.start()) {
      requirements(scenario).requireClaims(broker, driver);
      ForwardingBroker older = claiming(broker, Origin.PROCESS);
      assertThatThrownBy(() -> requirements(scenario).requireClaims(older, driver))
          .isInstanceOf(DefinitionException.class)
          .hasMessage("TWICE needs QoS 2, which Old 1.2 does not have");
      requirements(scenario).requireClaims(claiming(broker, Origin.REMOTE), driver);
    }
  }

  /** All but QoS 2. */
  private static ForwardingBroker claiming(Broker broker, Origin origin) {
    return new ForwardingBroker(broker) {
      @Override
      public BrokerIdentity identity() {
        return new BrokerIdentity("Old", "1.2", origin, "recipe:old");
      }

      @Override
      public Set<Capability> capabilities() {
        return EnumSet.complementOf(EnumSet.of(Capability.QOS_2));
      }
    };
  }

  @Test
  void aDriverWithTheCipherIsTaken() {
    assertThatCode(
            () -> {
              requirements(secured(CipherSuite.RSA_AES256_GCM)).requireAble(NO_PSK);
              requirements(secured(CipherSuite.PSK_AES256_CBC)).requireAble(ALL_CIPHERS);
              requirements(Stubs.scenario(Distribution.SHARED, Qos.AT_MOST_ONCE, false, "PLAIN"))
                  .requireAble(NO_PSK);
            })
        .doesNotThrowAnyException();
  }

  @Test
  void aFaultTakesDriversOnBothSidesThatConnectAgain() {
    Scenario mqtt =
        Stubs.scenario(Distribution.SHARED, Qos.AT_LEAST_ONCE, true, "MQTT")
            .withConditions(
                Conditions.NONE.withFault(
                    new Fault(FaultKind.KILL, Duration.ofSeconds(1), Optional.empty())));
    Scenario jms =
        mqtt.withSession(
            mqtt.session().withJmsConsumers(JmsConsumers.of(JmsAcknowledgement.CLIENT)));
    ClientDriverProvider swarm = new SwarmDriverProvider();

    assertThatCode(() -> requirements(mqtt).requireReconnects(swarm)).doesNotThrowAnyException();
    assertThatCode(() -> requirements(jms).requireReconnects(swarm)).doesNotThrowAnyException();
    assertThatThrownBy(() -> requirements(jms).requireReconnects(new DriverWithoutPsk()))
        .isInstanceOf(DefinitionException.class)
        .hasMessageStartingWith(
            "conditions.fault.kind KILL: the driver other cannot connect again; drivers that can:");
  }

  @Test
  void aClientOfJmsIsRefusedSourcesAndPrefetchBeforeABrokerIsStarted() throws Exception {
    Scenario mqtt = Stubs.scenario(Distribution.SHARED, Qos.AT_MOST_ONCE, false, "FANIN");
    JmsConsumers usual = JmsConsumers.of(JmsAcknowledgement.AUTO);
    Scenario jms = mqtt.withSession(mqtt.session().withJmsConsumers(usual));
    Scenario few = mqtt.withSession(mqtt.session().withJmsConsumers(usual.withPrefetch(10)));
    ClientDriverProvider core =
        new AnyJmsDriverProvider()
            .listed().stream()
                .filter(each -> each.name().equals("jms:artemis-core"))
                .findFirst()
                .orElseThrow();
    List<InetAddress> one = List.of(InetAddress.getByName("127.0.0.2"));

    assertThatCode(() -> requirements(jms).requireSources(core, List.of()))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> requirements(jms).requireSources(core, one))
        .hasMessageStartingWith(
            "FANIN needs source addresses, which the driver jms:artemis-core does not support");
    assertThatCode(() -> requirements(jms).requireSources(new QpidDriverProvider(), one))
        .doesNotThrowAnyException();
    assertThatCode(() -> requirements(jms).requireAble(core)).doesNotThrowAnyException();
    assertThatThrownBy(() -> requirements(few).requireAble(core))
        .hasMessageStartingWith(
            "FANIN needs a number of messages ahead (session.jmsConsumers.prefetch), which the"
                + " driver jms:artemis-core does not support");
    assertThatCode(() -> requirements(few).requireAble(new QpidDriverProvider()))
        .doesNotThrowAnyException();
  }

  @Test
  void aClientOfJmsIsRefusedWhatItDoesNotSupportByItsOwnName() {
    Scenario mqtt = Stubs.scenario(Distribution.SHARED, Qos.AT_MOST_ONCE, false, "MQTT");
    Scenario preSettled =
        mqtt.withSession(
            mqtt.session().withJmsConsumers(JmsConsumers.of(JmsAcknowledgement.PRE_SETTLED)));
    ClientDriverProvider openWire = new OpenWireDriver();
    BrokerProvider broker = new Able("all", EnumSet.allOf(Capability.class));
    BrokerProvider amqpOnly =
        new Able("amqp-only", EnumSet.complementOf(EnumSet.of(Capability.OPENWIRE)));

    assertThatThrownBy(() -> requirements(mqtt).requireAble(openWire))
        .hasMessage("MQTT needs MQTT 3.1.1, which the driver jms:wire does not support");
    assertThatThrownBy(() -> requirements(preSettled).requireAble(openWire))
        .hasMessage(
            "MQTT needs the acknowledgement PRE_SETTLED, which the driver jms:wire does not"
                + " support");
    assertThatThrownBy(() -> requirements(preSettled).requireCapabilities(broker, openWire))
        .hasMessage(
            "MQTT needs shared JMS subscriptions, which the driver jms:wire does not support");
    assertThatThrownBy(() -> requirements(preSettled).requireCapabilities(amqpOnly, openWire))
        .hasMessageStartingWith("MQTT needs OpenWire, which amqp-only does not support");
  }

  private record Able(String name, Set<Capability> capabilities) implements BrokerProvider {
    @Override
    public String description() {
      return "a stand-in";
    }

    @Override
    public boolean accepts(String selector) {
      return selector.equals(name);
    }

    @Override
    public Broker start(BrokerRequest request) {
      throw new UnsupportedOperationException();
    }
  }

  /** Of JMS alone, without some of it. */
  private static final class OpenWireDriver implements ClientDriverProvider {
    @Override
    public String name() {
      return "jms:wire";
    }

    @Override
    public String description() {
      return "a stand-in";
    }

    @Override
    public Set<Protocol> protocols() {
      return EnumSet.of(Protocol.JMS);
    }

    @Override
    public JmsProtocol jmsProtocol() {
      return JmsProtocol.OPENWIRE;
    }

    @Override
    public Set<JmsAcknowledgement> jmsAcknowledgements() {
      return EnumSet.complementOf(EnumSet.of(JmsAcknowledgement.PRE_SETTLED));
    }

    @Override
    public boolean sharesJmsSubscriptions() {
      return false;
    }

    @Override
    public long fileDescriptorsFor(long connections) {
      return connections;
    }

    @Override
    public ClientDriver open(DriverSettings settings) {
      throw new UnsupportedOperationException();
    }
  }

  private static final class DriverWithoutPsk implements ClientDriverProvider {
    @Override
    public String name() {
      return "other";
    }

    @Override
    public String description() {
      return "a stand-in";
    }

    @Override
    public Set<Protocol> protocols() {
      return EnumSet.allOf(Protocol.class);
    }

    @Override
    public Set<CipherSuite> cipherSuites() {
      return EnumSet.complementOf(EnumSet.of(CipherSuite.PSK_AES256_CBC));
    }

    @Override
    public long fileDescriptorsFor(long connections) {
      return connections;
    }

    @Override
    public ClientDriver open(DriverSettings settings) {
      throw new UnsupportedOperationException();
    }
  }
}
