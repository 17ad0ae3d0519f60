package io.brokerbench.testkit.broker;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;

/**
 * What a {@link FaultyBroker} does wrong where it owes something to many clients at once. Each
 * fault stays in force until {@link Faults#clear}.
 */
public final class StormFaults {

  private final FaultyBroker broker;
  private final BrokerState exchange;
  private final Faults faults;

  StormFaults(FaultyBroker broker, BrokerState exchange, Faults faults) {
    this.broker = broker;
    this.exchange = exchange;
    this.faults = faults;
  }

  /**
   * Keeps the first retained message of a publisher's topic, whatever comes later, and delivers and
   * acknowledges as usual. Breaks the rule that the last one stays (section 3.3.1.3 of MQTT). Of
   * messages with brokerbench's header.
   */
  public Faults keepRetained(Collection<Integer> publisherIds) {
    return with(() -> exchange.switches().keptRetained.addAll(publisherIds));
  }

  /**
   * Keeps and removes retained messages this much later than it delivers and acknowledges them.
   * Breaks no promise, as MQTT names no time.
   */
  public Faults delayRetained(Duration delay) {
    return with(() -> exchange.switches().retainedDelayNanos = delay.toNanos());
  }

  /** Forgets each n-th session that is to be resumed; 0 for none. Breaks QoS 1 and 2. */
  public Faults loseSessions(int n) {
    return with(() -> exchange.switches().everySessionLost.set(n));
  }

  /** Leaves each n-th connection open that another one takes over; 0 for none (3.1.4 of MQTT). */
  public Faults withholdTakeovers(int n) {
    return with(() -> exchange.switches().everyTakeoverWithheld.set(n));
  }

  /** Ends each connection that another one takes over this much later than it would. */
  public Faults delayTakeovers(Duration delay) {
    return with(() -> exchange.switches().takeoverDelayNanos = delay.toNanos());
  }

  /** Does not publish each n-th will, counted from now; 0 for none (section 3.1.2.5 of MQTT). */
  public Faults withholdWills(int n) {
    return with(() -> exchange.switches().everyWillWithheld.set(n));
  }

  /**
   * Ids of the clients whose connect was refused, whose session was forgotten, whose first
   * connection stayed, or whose will was withheld, as each n-th; as often as it happened.
   */
  public List<String> wronged() {
    return broker.command(() -> List.copyOf(exchange.switches().wronged));
  }

  /**
   * Publishes the wills of some publishers although they have said goodbye. Breaks section 3.14.4
   * of MQTT. Of wills with brokerbench's header.
   */
  public Faults keepWills(Collection<Integer> publisherIds) {
    return with(() -> exchange.switches().keptWills.addAll(publisherIds));
  }

  /**
   * Drops each n-th copy for clients that are not slow while one that is has more than a number of
   * deliveries waiting; 0 for none. Breaks QoS 1 and 2.
   */
  public Faults dropBesideSlow(Predicate<String> slow, int mostQueued, int n) {
    return with(() -> exchange.deliveryGate().dropBeside(slow, mostQueued, n));
  }

  /**
   * Drops copies of QoS 0 for clients that have a number of deliveries waiting; 0 for none. Breaks
   * no promise.
   */
  public Faults dropWhereQueued(int mostQueued) {
    return with(() -> exchange.deliveryGate().droppedAbove = mostQueued);
  }

  /**
   * Ends the connection of a client that has more than a number of deliveries waiting, once for
   * each client; 0 for none. What it is owed stays, where its session persists.
   */
  public Faults disconnectWhereQueued(int mostQueued) {
    return with(() -> exchange.deliveryGate().disconnectedAbove = mostQueued);
  }

  private Faults with(Runnable change) {
    broker.command(change);
    return faults;
  }
}
