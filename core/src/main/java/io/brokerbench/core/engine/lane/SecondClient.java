package io.brokerbench.core.engine.lane;

import io.brokerbench.core.driver.Subscriber;
import io.brokerbench.core.driver.SubscriberListener;
import io.brokerbench.core.mqtt5.AnswerPacket;
import io.brokerbench.core.scenario.Qos;

/**
 * The client that takes over the id and the session of a consumer. From then on it is the
 * consumer's. Confined to its lane's thread.
 */
final class SecondClient implements SubscriberListener {

  private final ConsumerSlot slot;
  private Subscriber client;
  private boolean accepted;

  SecondClient(ConsumerSlot slot) {
    this.slot = slot;
  }

  void attach(Subscriber second) {
    client = second;
  }

  Subscriber client() {
    return client;
  }

  @Override
  public void onConnected(long nanos, boolean sessionPresent) {
    if (!accepted && !sessionPresent) {
      slot.onSessionLost();
    }
    accepted = true;
    slot.onSecondConnected(nanos, sessionPresent);
  }

  @Override
  public void onDisconnected(long nanos, Throwable cause) {
    if (accepted || slot.isParting()) {
      slot.onSecondEnded(nanos, cause);
    } else {
      slot.onSecondRefused(nanos, cause);
    }
  }

  @Override
  public void onSubscribed(long nanos, Qos granted) {
    slot.onSubscribed(nanos, granted);
  }

  @Override
  public void onDelivery(long nanos, long word0, long word1, long word2, int payloadBytes) {
    slot.onDelivery(nanos, word0, word1, word2, payloadBytes);
  }

  @Override
  public void onLowerQos(int qos) {
    slot.onLowerQos(qos);
  }

  @Override
  public void onShortPayload(long nanos, int payloadBytes) {
    slot.onShortPayload(nanos, payloadBytes);
  }

  @Override
  public void onReasonCode(AnswerPacket packet, int code) {
    slot.onReasonCode(packet, code);
  }

  @Override
  public void onProbeAnswered() {
    slot.onProbeAnswered();
  }
}
