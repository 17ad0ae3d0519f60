package io.brokerbench.mqtt.library;

import io.brokerbench.core.scenario.Qos;

/**
 * A client of a library, with one connection at a time. Every method is called on the lane's
 * thread, and returns without waiting.
 */
public interface Link {

  /**
   * Opens a connection. The one before it has ended, or was dropped.
   *
   * @param clean whether an earlier session is to be ended, and this one is to end with its
   *     connection
   * @param events receives what happens; never before this method has returned
   */
  void open(boolean clean, LinkEvents events);

  /**
   * Publishes a message.
   *
   * @param slot passed back when the message is acknowledged; of no meaning with QoS 0
   * @param topic index of its topic among the publisher's
   * @param proof digits that go in the user property that proves it; null where none does
   * @return false if the library has no room for it now
   */
  boolean publish(int slot, int topic, String proof, byte[] payload);

  /**
   * Subscribes.
   *
   * @param identifier of the subscription, with MQTT 5; 0 for none of ours
   */
  void subscribe(String filter, Qos qos, int identifier);

  /**
   * Asks the broker for a sign of life. The libraries ping by themselves only, so this ends a
   * subscription that does not exist, which the broker has to answer.
   */
  void probe();

  /** A filter that no client ever subscribes to. */
  String PROBE_FILTER = "brokerbench/probe";

  /**
   * Says goodbye, after all that was published has been written, and closes.
   *
   * @param endSession whether the session ends too; with MQTT 5 only
   */
  void close(boolean endSession);

  /** Drops the connection silently, also while it is being opened. */
  void drop();
}
