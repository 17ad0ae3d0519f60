package io.brokerbench.mqtt.paho;

import io.brokerbench.core.scenario.Qos;

/**
 * One connection of the library, which has a client for each version of MQTT. Its calls back go to
 * {@link PahoCalls}.
 */
interface PahoApi {

  /** Starts to connect; a failure is called back. */
  void connect() throws Exception;

  /**
   * Hands a message to the library, which fails if it does not take it now.
   *
   * @param topic index of its topic
   * @param proof digits of the user property that proves it, with MQTT 5; null for none
   */
  void publish(int slot, int topic, String proof, byte[] payload) throws Exception;

  /**
   * Subscribes; the answer is called back.
   *
   * @param identifier of the subscription, with MQTT 5; 0 for none
   */
  void subscribe(String filter, Qos qos, int identifier) throws Exception;

  /** Ends a subscription; the answer is called back. */
  void unsubscribe(String filter) throws Exception;

  /** Says goodbye; may take a while, and so is not called on a lane. */
  void disconnect(boolean endSession) throws Exception;
}
