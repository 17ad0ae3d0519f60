package io.brokerbench.mqtt.swarm;

/** How far a connection is. */
enum ConnectionState {
  CLOSED,
  CONNECTING,

  /** The broker has accepted the session. */
  UP,

  /** Ends, and leaves the session as it is or ends it too. */
  GOODBYE,

  /** Connects for no other purpose than to end the session. */
  FORGETTING;

  /** Whether the end of the connection is what was asked for. */
  boolean endsAsAsked() {
    return this == GOODBYE || this == FORGETTING;
  }
}
