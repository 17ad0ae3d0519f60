package io.brokerbench.core.scenario;

/** How a JMS consumer acknowledges a message to the broker. */
public enum JmsAcknowledgement {
  /** Not at all: a message is settled when the broker sends it, and lost if it does not arrive. */
  PRE_SETTLED,
  /** Each message by itself, when its listener returns. */
  AUTO,
  /** Once for a number of messages ({@code CLIENT_ACKNOWLEDGE}). */
  CLIENT,
  /** With the commit of a transaction, one for a number of messages. */
  TRANSACTED;

  /** Whether the contract allows a message to be lost. */
  public boolean mayLose() {
    return this == PRE_SETTLED;
  }

  /** Whether the contract allows a message to be delivered again. */
  public boolean mayDuplicate() {
    return this != PRE_SETTLED;
  }

  /** Whether several messages are acknowledged together. */
  public boolean isBatched() {
    return this == CLIENT || this == TRANSACTED;
  }
}
