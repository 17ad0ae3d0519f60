package io.brokerbench.core.network;

import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.Impairment;
import java.net.InetAddress;
import java.util.Collection;
import java.util.ServiceLoader;

/** Lets packets get lost on this machine; found with {@link ServiceLoader}. Stateless. */
public interface PacketLoss {

  /** That of this build. */
  static PacketLoss ofThisMachine() {
    return ServiceLoader.load(PacketLoss.class)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no PacketLoss on the class path"));
  }

  /**
   * Checks that this machine can do it.
   *
   * @throws BrokerException if not; the message is a line that says what it requires
   */
  void requirePossible() throws BrokerException;

  /**
   * From now on, some of the packets that go to or come from TCP ports on the loopback device are
   * dropped, each independently at random, without notice to either end.
   *
   * @param ports of the broker's side
   * @param fraction of the packets, in each direction, above 0 and below 1
   * @throws BrokerException if it cannot be done here
   */
  Rules on(Collection<Integer> ports, double fraction) throws BrokerException;

  /**
   * From now on, all packets to and from an address of this machine are silently dropped: a client
   * at that address has vanished.
   *
   * @throws BrokerException if it cannot be done here
   */
  Rules ofAll(InetAddress address) throws BrokerException;

  /** At work until they are closed, or the JVM ends, however it ends. */
  interface Rules extends Impairment {}
}
