package io.brokerbench.mqtt.paho;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import org.eclipse.paho.mqttv5.client.persist.MemoryPersistence;
import org.eclipse.paho.mqttv5.common.MqttPersistable;
import org.eclipse.paho.mqttv5.common.MqttPersistenceException;

/**
 * The library's persistence in memory, which outlives the connection: else the messages of a
 * persistent session that wait for their release would be lost with it.
 *
 * <p>It also knows which messages of QoS 2 come a second time before they were released. The
 * library reports those twice, which the protocol forbids (4.3.3). It puts a message here when it
 * comes and removes it when it is released, both in the thread that reads, and so in the order of
 * the packets; it removes it in another thread when it has reported it. It reports messages in the
 * order in which they came. For any thread.
 */
final class SessionPersistence5 extends MemoryPersistence {

  private record Arrival(String key, boolean repeated) {}

  /** Of the library, for messages that came. */
  private static final String RECEIVED = "r-";

  private final Set<String> unreleased = new HashSet<>();
  private final Queue<Arrival> unreported = new ArrayDeque<>();
  private Thread reader;
  private boolean opened;

  @Override
  public synchronized void open(String clientId) throws MqttPersistenceException {
    if (!opened) {
      super.open(clientId);
      opened = true;
    }
  }

  @Override
  public void close() {
    // What it holds is still needed.
  }

  @Override
  public synchronized void put(String key, MqttPersistable message)
      throws MqttPersistenceException {
    super.put(key, message);
    if (key.startsWith(RECEIVED)) {
      reader = Thread.currentThread();
      unreported.add(new Arrival(key, !unreleased.add(key)));
    }
  }

  @Override
  public synchronized void remove(String key) throws MqttPersistenceException {
    super.remove(key);
    if (Thread.currentThread().equals(reader)) {
      unreleased.remove(key);
    }
  }

  @Override
  public synchronized void clear() throws MqttPersistenceException {
    super.clear();
    unreleased.clear();
    unreported.clear();
  }

  /** Another connection begins; what was not reported on the last one is news on this one. */
  synchronized void reconnected() {
    unreported.stream()
        .filter(arrival -> !arrival.repeated())
        .forEach(arrival -> unreleased.remove(arrival.key()));
    unreported.clear();
  }

  /** The library reports its next message of QoS 2: whether that was reported before. */
  synchronized boolean nextIsRepeated() {
    Arrival next = unreported.poll();
    return next != null && next.repeated();
  }
}
