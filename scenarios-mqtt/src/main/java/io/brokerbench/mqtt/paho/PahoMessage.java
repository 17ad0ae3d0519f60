package io.brokerbench.mqtt.paho;

import io.brokerbench.core.driver.PublisherSpec;

/**
 * What all messages of a publisher have in common.
 *
 * @param inFlightWindow most messages that wait for their acknowledgement
 */
record PahoMessage(String topic, int qos, boolean retain, int inFlightWindow) {

  static PahoMessage of(PublisherSpec spec) {
    return new PahoMessage(spec.topic(), spec.qos().level(), spec.retain(), spec.inFlightWindow());
  }
}
