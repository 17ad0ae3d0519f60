package io.brokerbench.core.broker;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.brokerbench.core.broker.Endpoint.Listener;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** What clients of JMS speak to their broker: JMS itself is an interface, and no protocol. */
public enum JmsProtocol {
  /** AMQP 1.0, which most brokers with JMS speak. */
  @JsonProperty("amqp")
  AMQP(Capability.AMQP, Listener.AMQP, Listener.AMQPS),
  /** The Core protocol. */
  @JsonProperty("core")
  CORE(Capability.CORE, Listener.CORE, Listener.CORES),
  /** OpenWire, whose wildcard of all levels that follow is {@code >}. */
  @JsonProperty("openwire")
  OPENWIRE(Capability.OPENWIRE, Listener.OPENWIRE, Listener.OPENWIRES),
  /** What a client library speaks with the broker of its maker alone. */
  @JsonProperty("jms")
  JMS(Capability.JMS, Listener.JMS, Listener.JMSS);

  private static final String ANY_LEVELS_OF_OPENWIRE = ">";

  private final Capability capability;
  private final Listener plain;
  private final Listener secured;

  JmsProtocol(Capability capability, Listener plain, Listener secured) {
    this.capability = capability;
    this.plain = plain;
    this.secured = secured;
  }

  /** What a broker has that speaks it. */
  public Capability capability() {
    return capability;
  }

  /** The listener without TLS. */
  public Listener plain() {
    return plain;
  }

  /** The listener with TLS. */
  public Listener secured() {
    return secured;
  }

  /**
   * The listeners that will do, the best one first.
   *
   * @param protect whether TLS is required
   */
  public List<Listener> listeners(boolean protect) {
    return protect ? List.of(secured) : List.of(plain, secured);
  }

  /** The same needs, with this protocol in place of AMQP. */
  public Set<Capability> in(Set<Capability> needed) {
    if (!needed.contains(Capability.AMQP)) {
      return needed;
    }
    EnumSet<Capability> all = EnumSet.copyOf(needed);
    all.remove(Capability.AMQP);
    all.add(capability);
    return Collections.unmodifiableSet(all);
  }

  /**
   * What clients of this protocol call topics.
   *
   * @param ofBroker what clients of AMQP call them on that broker
   */
  public TopicMapping topics(TopicMapping ofBroker) {
    return this == OPENWIRE
        ? new TopicMapping(
            ofBroker.name(),
            ofBroker.prefix(),
            ofBroker.separator(),
            ofBroker.anyLevel(),
            ANY_LEVELS_OF_OPENWIRE,
            ofBroker.groupQueues())
        : ofBroker;
  }
}
