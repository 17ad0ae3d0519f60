package io.brokerbench.core.scenario;

/** What JMS consumers consume from. */
public enum JmsDestinationKind {
  /** Topics, by subscriptions. */
  TOPIC,
  /** One queue, which all producers send to; each message goes to one consumer. */
  QUEUE
}
