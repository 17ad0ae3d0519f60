package io.brokerbench.mqtt.fanin;

import io.brokerbench.core.definition.ScenarioCatalog;
import io.brokerbench.core.definition.ScenarioDefaults;
import io.brokerbench.core.scenario.Conditions;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.JmsAcknowledgement;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Session;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.Security;
import java.util.List;
import java.util.Optional;

/**
 * The fan-in scenarios, over plain connections. With {@code SEC} the publishers use TLS, with
 * {@code HA} the broker is a pair, with {@code JMS} the consumers speak JMS.
 */
public final class FanInCatalog implements ScenarioCatalog {

  /** The published one, with key exchange by RSA; {@code --cipher} names another. */
  private static final Security SECURED = Security.ofPublishers(CipherSuite.RSA_AES256_GCM);

  @Override
  public String title() {
    return "Fan-in: publishers, each with its topic, and few consumers";
  }

  @Override
  public List<Scenario> scenarios() {
    return FanInName.all().stream().map(FanInCatalog::scenario).toList();
  }

  @Override
  public Optional<Scenario> find(String text) {
    if (!FanInName.isOfFamily(text)) {
      return Optional.empty();
    }
    return Optional.of(scenario(FanInName.parse(text)));
  }

  private static Scenario scenario(FanInName name) {
    return new Scenario(
        name.text(),
        description(name),
        ScenarioDefaults.topology(name.distribution()),
        ScenarioDefaults.workload(name.qos()),
        session(name),
        name.secure() ? SECURED : Security.NONE,
        name.available() ? Conditions.HIGH_AVAILABILITY : Conditions.NONE,
        ScenarioDefaults.PHASES);
  }

  private static Session session(FanInName name) {
    Session session = ScenarioDefaults.session(name.persistent());
    return name.jms() ? session.withJmsConsumers(JmsConsumers.of(acknowledgement(name))) : session;
  }

  /** As published for QoS 0 and for durable subscriptions; what is usual in JMS for the others. */
  private static JmsAcknowledgement acknowledgement(FanInName name) {
    if (name.persistent()) {
      return JmsAcknowledgement.CLIENT;
    }
    return name.qos() == Qos.AT_MOST_ONCE
        ? JmsAcknowledgement.PRE_SETTLED
        : JmsAcknowledgement.AUTO;
  }

  private static String description(FanInName name) {
    String who = whoGetsWhat(name.distribution());
    String persistently = name.jms() ? ", durably" : ", in persistent sessions";
    return "QoS "
        + name.qos().level()
        + ", "
        + (name.jms() ? who.replace("consumer", "JMS consumer") : who)
        + (name.persistent() ? persistently : "")
        + (name.secure() ? "; publishers use TLS" : "")
        + (name.available() ? "; on a pair" : "");
  }

  private static String whoGetsWhat(Distribution distribution) {
    return switch (distribution) {
      case SINGLE -> "one consumer gets everything";
      case PARTITIONS -> "each consumer gets its own part of the topics";
      case SHARED -> "consumers share one subscription";
      case ALL -> "each consumer gets everything";
      case NONE -> "there are no consumers";
    };
  }
}
