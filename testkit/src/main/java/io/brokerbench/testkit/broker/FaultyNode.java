package io.brokerbench.testkit.broker;

import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerNode;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.testkit.broker.record.Stalls;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A node of a {@link FaultyBroker}. Killed, it closes all connections and refuses new ones until it
 * is healed, and keeps sessions and messages; halted, it does nothing at all. It cannot be cut.
 */
public final class FaultyNode implements BrokerNode {

  private static final long POLL_NANOS = 200_000;

  private final String name;
  private final FaultyBroker broker;
  private final BrokerState exchange;
  private final Stalls stalls;
  private final List<Listener> listeners;
  private volatile boolean active;
  private volatile boolean killed;

  FaultyNode(
      String name,
      FaultyBroker broker,
      BrokerState exchange,
      Stalls stalls,
      List<Listener> listeners) {
    this.name = name;
    this.broker = broker;
    this.exchange = exchange;
    this.stalls = stalls;
    this.listeners = listeners;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<Endpoint> endpoints() {
    return listeners.stream().map(Listener::endpoint).toList();
  }

  /** None: it runs in this process. */
  @Override
  public OptionalLong pid() {
    return OptionalLong.empty();
  }

  @Override
  public boolean isActive() {
    return active;
  }

  @Override
  public boolean isStandby() {
    return !active && !killed;
  }

  void open() {
    listeners.forEach(Listener::open);
    active = true;
  }

  /** A standby begins to take clients. */
  public void takeOver() {
    open();
  }

  @Override
  public void inject(FaultKind fault) throws BrokerException {
    switch (fault) {
      case KILL -> kill();
      case STOP -> broker.submit(stalls.holding());
      case CUT, PARTITION, COMMAND -> throw new BrokerException("a FaultyBroker cannot be cut");
    }
  }

  private void kill() {
    broker.command(() -> exchange.deliveryGate().loseNext(exchange.switches().lostAtKill));
    while (broker.command(() -> exchange.deliveryGate().stillToLose()) > 0) {
      LockSupport.parkNanos(POLL_NANOS);
    }
    active = false;
    killed = true;
    listeners.forEach(Listener::close);
    broker.command(() -> List.copyOf(exchange.connections()).forEach(Connection::close));
  }

  @Override
  public void heal() {
    stalls.release();
    if (!active) {
      killed = false;
      open();
    }
  }
}
