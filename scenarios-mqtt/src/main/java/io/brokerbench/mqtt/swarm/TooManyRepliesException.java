package io.brokerbench.mqtt.swarm;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.driver.LastingCause;
import io.brokerbench.mqtt.swarm.codec.MqttException;

/** More replies wait at a responder than it holds. */
final class TooManyRepliesException extends MqttException implements LastingCause {

  private static final long serialVersionUID = 1L;

  TooManyRepliesException(int waiting, int mostBytes) {
    super(
        NumberText.sentence(
            "the broker takes replies too slowly: %s wait at the responder, which holds %s at"
                + " most",
            waiting, NumberText.bytes(mostBytes)));
  }
}
