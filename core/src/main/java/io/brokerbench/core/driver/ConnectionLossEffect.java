package io.brokerbench.core.driver;

/** What a lost connection leaves in doubt between a client and the broker. */
public enum ConnectionLossEffect {
  /** A transaction was open: the broker has undone it, and its messages are sent again. */
  TRANSACTION_UNDONE,
  /** A commit was under way: it is unknown whether the broker has done it. */
  TRANSACTION_IN_DOUBT,
  /** An acknowledgement was being given: it is unknown whether the broker has it. */
  ACKNOWLEDGEMENT_IN_DOUBT,
  /** A consumer had a message and had not acknowledged it: it comes again. */
  UNACKNOWLEDGED_DELIVERY
}
