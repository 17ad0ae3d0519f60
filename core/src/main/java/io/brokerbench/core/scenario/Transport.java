package io.brokerbench.core.scenario;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What MQTT is spoken over; TLS lies below either. */
public enum Transport {
  /** TCP itself. */
  @JsonProperty("tcp")
  TCP,
  /** A WebSocket. */
  @JsonProperty("websocket")
  WEBSOCKET
}
