package io.brokerbench.core.broker;

import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.security.CipherSuite;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** What a scenario needs of a broker. */
public final class RequiredCapabilities {

  private RequiredCapabilities() {}

  /**
   * All that a broker needs to run the scenario with JMS clients that speak AMQP, in the order of
   * {@link Capability}; {@link JmsProtocol#in} has it for others.
   */
  public static Set<Capability> of(Scenario scenario) {
    EnumSet<Capability> needed = EnumSet.noneOf(Capability.class);
    needed.add(of(scenario.session().protocol()));
    needed.add(
        scenario.session().consumerProtocol() == Protocol.JMS
            ? Capability.AMQP
            : of(scenario.session().protocol()));
    if (scenario.workload().qos() == Qos.EXACTLY_ONCE) {
      needed.add(Capability.QOS_2);
      if (scenario.resumesSessions()) {
        needed.add(Capability.QOS_2_REPEATED);
      }
    }
    if (scenario.workload().retain()) {
      needed.add(Capability.RETAINED_MESSAGES);
      if (scenario.conditions().storm().isPresent()) {
        needed.add(Capability.RETAINED_BY_WILDCARD);
      }
    }
    if (scenario.topology().distribution() == Distribution.SHARED && !usesQueue(scenario)) {
      needed.add(
          scenario.session().consumerProtocol() == Protocol.JMS
              ? Capability.JMS_SHARED
              : Capability.SHARED_SUBSCRIPTIONS);
    }
    if (scenario.topology().hasRequests() && !usesQueue(scenario)) {
      needed.add(Capability.SHARED_SUBSCRIPTIONS);
    }
    scenario.security().cipher().map(RequiredCapabilities::of).ifPresent(needed::add);
    if (scenario.session().usesWebSockets()) {
      needed.add(Capability.WEBSOCKET);
    }
    if (!scenario.session().deliveryDelay().isZero()) {
      needed.add(Capability.DELIVERY_DELAY);
    }
    boolean resumes = scenario.resumesSessions();
    boolean kept = scenario.session().persistent() && scenario.session().jmsConsumers().isEmpty();
    if (kept || (resumes && scenario.session().protocol() != Protocol.JMS)) {
      needed.add(Capability.PERSISTENT_SESSIONS);
    }
    if (scenario.conditions().highAvailability()) {
      needed.add(Capability.HIGH_AVAILABILITY);
    } else if (resumes
        && scenario.conditions().fault().filter(f -> f.kind() == FaultKind.KILL).isPresent()) {
      needed.add(Capability.SURVIVES_KILL);
    }
    return Collections.unmodifiableSet(needed);
  }

  /**
   * Whether JMS consumers share a durable subscription to what MQTT clients publish, which virtual
   * topics can stand in for.
   */
  public static boolean sharesDurably(Scenario scenario) {
    return scenario.topology().distribution() == Distribution.SHARED
        && scenario.session().persistent()
        && scenario.session().consumerProtocol() == Protocol.JMS
        && scenario.session().protocol() != Protocol.JMS;
  }

  private static boolean usesQueue(Scenario scenario) {
    return scenario.session().jmsConsumers().filter(JmsConsumers::usesQueue).isPresent();
  }

  private static Capability of(Protocol protocol) {
    return switch (protocol) {
      case MQTT_3_1_1 -> Capability.MQTT_3_1_1;
      case MQTT_5 -> Capability.MQTT_5;
      case JMS -> Capability.AMQP;
    };
  }

  /** What a broker needs to accept connections with a cipher suite. */
  public static Capability of(CipherSuite cipher) {
    return cipher.isPsk() ? Capability.TLS_PSK : Capability.TLS;
  }

  /** What a broker needs to be set up as a request asks. */
  public static Set<Capability> of(BrokerRequest request) {
    EnumSet<Capability> needed = EnumSet.noneOf(Capability.class);
    needed.addAll(request.needs());
    request.security().cipher().map(RequiredCapabilities::of).ifPresent(needed::add);
    return Collections.unmodifiableSet(needed);
  }

  /** What of it a broker lacks whose JMS clients speak AMQP. */
  public static Set<Capability> missing(Scenario scenario, Set<Capability> has) {
    return missing(scenario, JmsProtocol.AMQP, has);
  }

  /**
   * What of it a broker lacks.
   *
   * @param jms what the JMS clients of the scenario speak, where it has some
   */
  public static Set<Capability> missing(Scenario scenario, JmsProtocol jms, Set<Capability> has) {
    EnumSet<Capability> missing = EnumSet.copyOf(jms.in(of(scenario)));
    missing.removeAll(has);
    if (sharesDurably(scenario) && has.contains(Capability.VIRTUAL_TOPICS)) {
      missing.remove(Capability.JMS_SHARED);
    }
    return Collections.unmodifiableSet(missing);
  }
}
