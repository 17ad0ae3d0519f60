package io.brokerbench.embedded;

/** What a broker of a pair does at the moment. */
public enum Role {
  /** Neither accepts clients nor could take over yet, or any more. */
  STARTING,
  /** Has all that the active one has, and would take over. */
  STANDBY,
  /** Takes clients. */
  ACTIVE
}
