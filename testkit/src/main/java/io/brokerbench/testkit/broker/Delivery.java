package io.brokerbench.testkit.broker;

/**
 * One copy of a message on its way to one session.
 *
 * @param message the message
 * @param qos lesser of the message's and the subscription's
 * @param retain the RETAIN flag of this copy
 * @param group the shared subscription that it is for; null for a plain one
 * @param identifier of the subscription, which goes into the message; 0 for none
 * @param releases whether a PUBREC is answered
 */
record Delivery(
    BrokerMessage message,
    int qos,
    boolean retain,
    SharedGroup group,
    int identifier,
    boolean releases) {

  Delivery(BrokerMessage message, int qos, boolean retain, SharedGroup group, int identifier) {
    this(message, qos, retain, group, identifier, true);
  }
}
