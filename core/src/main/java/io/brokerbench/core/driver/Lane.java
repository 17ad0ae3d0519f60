package io.brokerbench.core.driver;

/**
 * One thread that owns its clients: their send loop and their callbacks run on it, so no message
 * crosses a thread.
 */
public interface Lane {

  /** Position among the driver's lanes, from 0. */
  int index();

  /**
   * Runs a task on the lane's thread, after what it does now. May be called from any thread. For
   * control, not for messages.
   */
  void execute(Runnable task);

  /**
   * Runs a task on the lane's thread at an instant, or as soon after it as the lane can.
   *
   * <p>To be called on the lane's thread only. A lane has one timed task: a later call replaces an
   * earlier one that has not run. Nothing is allocated.
   *
   * @param nanos instant on the driver's clock
   */
  void executeAt(long nanos, Runnable task);
}
