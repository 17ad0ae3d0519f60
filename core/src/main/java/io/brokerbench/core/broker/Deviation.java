package io.brokerbench.core.broker;

/**
 * What a broker does that the protocol does not allow, and that its users live with. The
 * compatibility kit excuses what is declared, and nothing else.
 */
public enum Deviation {
  /** Resumes a session and does not say so in CONNACK. */
  SILENT_ABOUT_SESSIONS("it does not say in CONNACK that it has resumed a session"),
  /** Delivers messages of one publisher in another order than they were sent. */
  REORDERS_MESSAGES("it may deliver the messages of a publisher in another order"),
  /** Delivers what it kept for a client that was away in another order than it was sent. */
  REORDERS_STORED_MESSAGES(
      "it may deliver the messages that it kept for a client in another order");

  private final String words;

  Deviation(String words) {
    this.words = words;
  }

  /** What it does, as a sentence without its full stop. */
  public String words() {
    return words;
  }
}
