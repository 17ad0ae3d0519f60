package io.brokerbench.mqtt.swarm.codec;

import java.io.IOException;

/** A broker that refuses, ends or breaks the protocol. The message is for a person. */
public class MqttException extends IOException {

  private static final long serialVersionUID = 1L;

  public MqttException(String message) {
    super(message);
  }

  public MqttException(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * Made once for each failed connection, thousands of times when a broker dies: no stack trace.
   */
  @Override
  public final Throwable fillInStackTrace() {
    return this;
  }
}
