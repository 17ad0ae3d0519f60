package io.brokerbench.experiment.session;

/** What is said of a broker that has started. */
public enum BrokerAnnouncement {
  /** Which it is, what is going to be run, and whether the machine is busy. */
  WITH_SCENARIO,
  /** Which it is, and whether the machine is busy. */
  BROKER,
  /** Nothing. */
  NONE
}
