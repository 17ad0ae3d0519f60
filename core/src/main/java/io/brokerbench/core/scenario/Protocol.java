package io.brokerbench.core.scenario;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Version of the protocol that the clients speak. */
public enum Protocol {
  /** MQTT 3.1.1 (OASIS, 2014). */
  @JsonProperty("mqtt3.1.1")
  MQTT_3_1_1("MQTT 3.1.1"),
  /** MQTT 5.0 (OASIS, 2019). */
  @JsonProperty("mqtt5")
  MQTT_5("MQTT 5"),
  /** Jakarta Messaging 3.1 over AMQP 1.0. */
  @JsonProperty("jms")
  JMS("JMS");

  private final String title;

  Protocol(String title) {
    this.title = title;
  }

  /** Its name as people write it. */
  public String title() {
    return title;
  }
}
