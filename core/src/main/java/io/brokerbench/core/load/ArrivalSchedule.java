package io.brokerbench.core.load;

/**
 * When each message of a run is intended to be sent.
 *
 * <p>A schedule is a function of the message's index alone, so that rounding never adds up, a
 * message that had to wait can be dated again at any time, and each thread can compute its share of
 * the schedule without the others. Offsets do not decrease as the index grows. Instances may keep a
 * cache and belong to one thread.
 */
@FunctionalInterface
public interface ArrivalSchedule {

  /**
   * Intended send time of a message.
   *
   * @param index of the message in the run, from 0
   * @return nanoseconds after the start of sending
   */
  long offsetNanos(long index);
}
