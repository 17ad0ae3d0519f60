package io.brokerbench.mqtt.paho;

import io.brokerbench.core.driver.PublisherSpec;

/**
 * What all messages of a publisher have in common.
 *
 * @param inFlightWindow most messages that wait for their acknowledgement
 */
record PahoMessageTemplate(String topic, int qos, boolean retain, int inFlightWindow) {

  static PahoMessageTemplate of(PublisherSpec spec) {
    return new PahoMessageTemplate(
        spec.topic(), spec.qos().level(), spec.retain(), spec.inFlightWindow());
  }
}
