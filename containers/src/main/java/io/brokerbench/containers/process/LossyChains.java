package io.brokerbench.containers.process;

import io.brokerbench.core.base.DefinitionException;
import java.util.List;

/** Rules by which the kernel drops a share of the packets that arrive, at random. */
public final class LossyChains {

  /** As fine as the command line allows. */
  private static final long PARTS = 1_000_000_000;

  /** The second one counts what is lost, the first one all. */
  private static final String CHAINS =
      "chain lossy { counter; numgen random mod %d < %d counter drop; };"
          + " chain network { type filter hook input priority -300; %s };";

  private LossyChains() {}

  /**
   * In nft's own language.
   *
   * @param fraction of the packets, above 0 and below 1
   * @param which packets, each a match of nft's
   */
  public static String of(double fraction, List<String> which) {
    if (!(fraction > 0 && fraction < 1)) {
      throw new DefinitionException("lossFraction", "above 0 and below 1", fraction);
    }
    long lost = Math.min(PARTS - 1, Math.max(1, Math.round(fraction * PARTS)));
    StringBuilder rules = new StringBuilder();
    which.forEach(match -> rules.append(match).append(" goto lossy; "));
    return CHAINS.formatted(PARTS, lost, rules.toString().strip());
  }
}
