package io.brokerbench.core.engine.stage;

/** The parts of a run, in their order. */
public enum Phase {
  /** Clients open their connections. */
  CONNECT,
  /** Consumers subscribe. */
  SUBSCRIBE,
  /** Load that is not counted in rates and latencies. */
  WARM_UP,
  /** The same, past its least length, until the broker has settled. */
  SETTLE,
  /** Where nothing is sent: connections are held, to see that they stay. */
  HOLD,
  /** The part that counts. */
  STEADY,
  /** Sending has ended; what is under way may still arrive. */
  DRAIN,
  /** The account is made up. */
  VERIFY
}
