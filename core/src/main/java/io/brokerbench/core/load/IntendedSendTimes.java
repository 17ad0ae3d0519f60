package io.brokerbench.core.load;

/** When each message of a run is to be sent, on the run's clock. */
@FunctionalInterface
public interface IntendedSendTimes {

  /** The instant of one of them. */
  long of(int publisher, long sequence);
}
