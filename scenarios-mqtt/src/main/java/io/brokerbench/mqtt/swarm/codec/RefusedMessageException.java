package io.brokerbench.mqtt.swarm.codec;

import io.brokerbench.core.driver.LastingCause;

/**
 * The broker has refused a message for good: it is not to be sent again (MQTT 5, 4.4), and a client
 * that connects anew would be refused as well.
 */
final class RefusedMessageException extends MqttException implements LastingCause {

  private static final long serialVersionUID = 1L;

  RefusedMessageException(String message) {
    super(message);
  }
}
