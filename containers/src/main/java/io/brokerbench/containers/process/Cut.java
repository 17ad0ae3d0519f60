package io.brokerbench.containers.process;

import io.brokerbench.core.broker.BrokerException;
import java.util.Collection;
import java.util.stream.Collectors;

/**
 * While it is open, the kernel drops every packet that comes from or goes to some TCP ports of this
 * machine, and tells nobody.
 */
final class Cut implements AutoCloseable {

  private static final String CHAIN =
      "chain cut { type filter hook input priority -300;"
          + " tcp sport { %1$s } drop; tcp dport { %1$s } drop; };";

  private final NftTable table;

  private Cut(NftTable table) {
    this.table = table;
  }

  /**
   * Makes the rules; they are at work when this returns.
   *
   * @throws BrokerException if they can't be made here; none is left then
   */
  static Cut of(Collection<Integer> ports) throws BrokerException {
    String set = ports.stream().map(String::valueOf).collect(Collectors.joining(", "));
    return new Cut(NftTable.make("a cut", CHAIN.formatted(set)));
  }

  /** Removes the rules, and returns when they are gone. */
  @Override
  public void close() {
    table.close();
  }
}
