package io.brokerbench.core.engine.assignment;

import java.net.InetAddress;
import java.util.List;
import java.util.Objects;

/**
 * One agent of a {@code AgentPool}.
 *
 * @param name that people know it by
 * @param host machine that it runs on
 * @param here whether that machine, and its network, is the one of this process
 * @param cores logical processors of that machine
 * @param room what it can carry, whatever the addresses of the broker
 * @param ports connections that it can have to one address and port of the broker
 * @param sources addresses of that machine to connect from; empty lets its system choose
 */
public record PooledAgent(
    String name,
    String host,
    boolean here,
    int cores,
    WorkerCapacity room,
    int ports,
    List<InetAddress> sources) {

  /** Copies the list. */
  public PooledAgent {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(host, "host");
    Objects.requireNonNull(room, "room");
    sources = List.copyOf(sources);
  }

  /** Connections that it can have to one address of a broker. */
  public int toOneAddress() {
    return Math.min(room.mostClients(), ports);
  }

  /**
   * The same with some of its room taken.
   *
   * @param clients that it has
   * @param onPorts clients of all agents that share its ports
   */
  public PooledAgent without(int clients, int onPorts) {
    return new PooledAgent(
        name, host, here, cores, room.without(clients), Math.max(0, ports - onPorts), sources);
  }

  /** Whether both take their local ports from the same ones. */
  public boolean sharesPortsWith(PooledAgent other) {
    return host.equals(other.host) && sources.equals(other.sources);
  }
}
