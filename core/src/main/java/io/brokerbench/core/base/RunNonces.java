package io.brokerbench.core.base;

import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * The nonces of runs that load one broker at the same time, so that a message of one of them is
 * recognised where another one receives it. For any threads.
 */
public final class RunNonces {

  /** What a run is called after: its topics and client ids. */
  private static final long NAME_BITS = 0xFFFF_FFFFL;

  private volatile long[] nonces = {};

  /**
   * Adds a run.
   *
   * @param draw random nonces, asked until one gives the run a name that no other one has
   * @return the nonce of the run
   */
  public synchronized long add(LongSupplier draw) {
    long nonce = draw.getAsLong();
    while (hasNameOf(nonce)) {
      nonce = draw.getAsLong();
    }
    include(nonce);
    return nonce;
  }

  /** Adds a run whose nonce was drawn elsewhere. */
  public synchronized void include(long nonce) {
    long[] more = Arrays.copyOf(nonces, nonces.length + 1);
    more[nonces.length] = nonce;
    nonces = more;
  }

  private boolean hasNameOf(long nonce) {
    return Arrays.stream(nonces).anyMatch(other -> ((other ^ nonce) & NAME_BITS) == 0);
  }

  /**
   * Whether a message was sent by another one of the runs.
   *
   * @param own nonce of the run that received it
   * @param word0 first word of its header, with the second and the third
   * @param payloadBytes length of its payload
   */
  public boolean isOfAnother(long own, long word0, long word1, long word2, int payloadBytes) {
    for (long nonce : nonces) {
      if (nonce != own && MessageHeader.isValid(nonce, word0, word1, word2, payloadBytes)) {
        return true;
      }
    }
    return false;
  }
}
