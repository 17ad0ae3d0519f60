package io.brokerbench.core.driver;

/** What a client waits for beside connecting and subscribing, where its protocol has it. */
public enum ClientStep {
  /** A session is opened on a connection. */
  SESSION,
  /** A transaction is committed. */
  COMMIT,
  /** A consumer acknowledges what it has; where the protocol has no answer, until that is said. */
  ACKNOWLEDGE
}
