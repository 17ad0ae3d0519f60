package io.brokerbench.testkit.broker;

/** Picks the n-th, 2n-th, 3n-th ... of what it is asked about. */
final class EveryNth {

  private int n;
  private long seen;

  /** Starts to count anew; 0 picks none. */
  void set(int newN) {
    if (newN < 0) {
      throw new IllegalArgumentException("n " + newN + ": at least 1, or 0 for none");
    }
    n = newN;
    seen = 0;
  }

  boolean picksNext() {
    return n > 0 && ++seen % n == 0;
  }
}
