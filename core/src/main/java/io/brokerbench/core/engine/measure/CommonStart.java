package io.brokerbench.core.engine.measure;

/**
 * Lets runs that are made beside each other begin their load at the same instant. Each run waits
 * until all others are ready or have left. For any threads.
 */
public final class CommonStart {

  private int awaited;
  private boolean proposed;
  private long latest;

  /**
   * A start of several runs.
   *
   * @param runs 1 or more; each has to call {@link #leave} at its end
   */
  public CommonStart(int runs) {
    this.awaited = runs;
  }

  /**
   * Waits for the others.
   *
   * @param instant at which this run can begin
   * @return the instant at which the last one of all can begin
   */
  public synchronized long await(long instant) throws InterruptedException {
    latest = proposed && latest - instant > 0 ? latest : instant;
    proposed = true;
    leave();
    while (awaited > 0) {
      wait();
    }
    return latest;
  }

  /** The others need not wait for this run any more; harmless once all have begun. */
  public synchronized void leave() {
    awaited--;
    notifyAll();
  }
}
