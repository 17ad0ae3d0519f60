package io.brokerbench.containers.network;

import io.brokerbench.containers.process.LossyChains;
import io.brokerbench.containers.process.NftTable;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.network.PacketLoss;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The kernel drops packets by rules of nftables: the two ends find out and send again.
 *
 * <p>The rules see packets where they arrive (a packet that is dropped where it leaves is not lost:
 * its sender learns of it). So both ends have to be on this machine. On the loopback device each
 * packet arrives once, whichever its direction, and one packet carries up to 64 KB.
 */
public final class NftPacketLoss implements PacketLoss {

  private static final String PURPOSE = "loss of packets";

  private static final String ALL =
      "chain cut { type filter hook input priority -300;"
          + " %1$s saddr %2$s drop; %1$s daddr %2$s drop; };";

  /** For the service loader. */
  public NftPacketLoss() {}

  @Override
  public Rules on(Collection<Integer> ports, double fraction) throws BrokerException {
    return make(ports, fraction);
  }

  @Override
  public Rules ofAll(InetAddress address) throws BrokerException {
    String family = address instanceof Inet6Address ? "ip6" : "ip";
    return NftTable.make("to let a client vanish", ALL.formatted(family, address.getHostAddress()));
  }

  static NftTable make(Collection<Integer> ports, double fraction) throws BrokerException {
    return NftTable.make(PURPOSE, chains(ports, fraction));
  }

  static String chains(Collection<Integer> ports, double fraction) {
    String set =
        ports.stream().distinct().sorted().map(String::valueOf).collect(Collectors.joining(", "));
    return LossyChains.of(
        fraction,
        List.of(
            "iif lo tcp sport { %s }".formatted(set), "iif lo tcp dport { %s }".formatted(set)));
  }

  /** By rules that do nothing. */
  @Override
  public void requirePossible() throws BrokerException {
    NftTable.make(PURPOSE, "chain trial { type filter hook input priority -300; };").close();
  }
}
