package io.brokerbench.mqtt.paho;

import io.brokerbench.core.scenario.Qos;

/**
 * One connection of the library, which has a client for each version of MQTT. Its calls back go to
 * {@link PahoCalls}.
 */
interface PahoApi {

  /** Starts to connect; a failure is called back. */
  void connect();

  /** Hands a message to the library. @return false if it does not take it now */
  boolean publish(int slot, byte[] payload);

  /** Subscribes; a failure is called back. */
  void subscribe(String filter, Qos qos);

  /** Ends a subscription; the answer is called back. */
  void unsubscribe(String filter);

  /** Says goodbye; may take a while, and so is not called on a lane. */
  void disconnect(boolean endSession);
}
