package io.brokerbench.mqtt.paho;

import org.eclipse.paho.client.mqttv3.MqttPersistenceException;
import org.eclipse.paho.client.mqttv3.persist.MemoryPersistence;

/**
 * The library's persistence in memory, which outlives the connection: else the messages of a
 * persistent session that wait for their release would be lost with it.
 */
final class SessionPersistence3 extends MemoryPersistence {

  private boolean opened;

  @Override
  public void open(String clientId, String serverUri) throws MqttPersistenceException {
    if (!opened) {
      super.open(clientId, serverUri);
      opened = true;
    }
  }

  @Override
  public void close() {
    // What it holds is still needed.
  }
}
