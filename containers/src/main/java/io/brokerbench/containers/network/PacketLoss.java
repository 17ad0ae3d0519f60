package io.brokerbench.containers.network;

import io.brokerbench.containers.process.NftTable;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.scenario.DefinitionException;
import java.util.Collection;
import java.util.stream.Collectors;

/**
 * While it is open, the kernel drops some of the packets that go to or come from TCP ports of this
 * machine, each for itself and by chance, and tells nobody: the two ends find out and send again.
 *
 * <p>The rules see packets where they arrive (a packet that is dropped where it leaves isn't lost:
 * its sender is told). So both ends have to be on this machine. On the loopback device each packet
 * arrives once, whichever its direction, and one packet carries up to 64 KB.
 */
public final class PacketLoss implements AutoCloseable {

  private static final String PURPOSE = "loss of packets";

  /** As fine as it can be told on the command line. */
  private static final long PARTS = 1_000_000_000;

  /** The second one counts what is lost, the first one all. */
  private static final String CHAINS =
      "chain lossy { counter; numgen random mod %d < %d counter drop; };"
          + " chain network { type filter hook input priority -300;"
          + " iif lo tcp sport { %3$s } goto lossy; iif lo tcp dport { %3$s } goto lossy; };";

  private final NftTable table;

  private PacketLoss(NftTable table) {
    this.table = table;
  }

  /**
   * Makes the rules; they are at work when this returns.
   *
   * @param ports of the broker's side, on the loopback device
   * @param fraction of the packets that is dropped, in each direction, above 0 and below 1
   * @throws BrokerException if they can't be made here; the message says what it takes
   */
  public static PacketLoss of(Collection<Integer> ports, double fraction) throws BrokerException {
    return new PacketLoss(NftTable.make(PURPOSE, chains(ports, fraction)));
  }

  static String chains(Collection<Integer> ports, double fraction) {
    if (!(fraction > 0 && fraction < 1)) {
      throw new DefinitionException("lossFraction", "above 0 and below 1", fraction);
    }
    long lost = Math.min(PARTS - 1, Math.max(1, Math.round(fraction * PARTS)));
    String set =
        ports.stream().distinct().sorted().map(String::valueOf).collect(Collectors.joining(", "));
    return CHAINS.formatted(PARTS, lost, set);
  }

  /**
   * Checks, by rules that do nothing, that this machine lets us make them.
   *
   * @throws BrokerException if not; the message says what it takes
   */
  public static void requirePossible() throws BrokerException {
    NftTable.make(PURPOSE, "chain trial { type filter hook input priority -300; };").close();
  }

  /** The name of the table with the rules and their counters, in the family {@code inet}. */
  public String table() {
    return table.name();
  }

  /** Removes the rules, and returns when they are gone. */
  @Override
  public void close() {
    table.close();
  }
}
