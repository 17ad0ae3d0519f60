package io.brokerbench.testkit.broker;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * What a {@link FaultyBroker} does wrong when it delivers messages, of QoS 0, 1 and 2 and to
 * clients of MQTT 3.1.1 and 5. The publishers notice nothing.
 *
 * <p>Each fault stays in force until {@link Faults#clear}. Faults of one kind add up.
 */
public final class DeliveryFaults {

  /** What happens to a payload. The names of fields are those of brokerbench's message header. */
  public enum Damage {
    /** The lowest bit of the intended send time is wrong. */
    TIME(8),
    /** The lowest bit of the publisher id is wrong: the message seems to be a neighbour's. */
    PUBLISHER(12),
    /** The lowest bit of the sequence number is wrong: it seems to be the next or the last one. */
    SEQUENCE(16),
    /** The lowest bit of the send delay is wrong. */
    SEND_DELAY(20),
    /** The lowest bit of the checksum is wrong. */
    CHECKSUM(24),
    /** One bit of the last byte is wrong, behind the header in a payload that is longer. */
    LAST_BYTE(-1),
    /** The last byte is missing. */
    TRUNCATED(-1),
    /** Less than a header is left. */
    BELOW_HEADER(-1),
    /** Nothing is left. */
    EMPTY(-1),
    /** There is one byte more. */
    EXTENDED(-1);

    private static final int BELOW_HEADER_BYTES = 20;

    private final int fieldEnd;

    Damage(int fieldEnd) {
      this.fieldEnd = fieldEnd;
    }

    /** Changes a payload, in place or in a copy. */
    byte[] of(byte[] payload) {
      int length = payload.length;
      return switch (this) {
        case TIME, PUBLISHER, SEQUENCE, SEND_DELAY, CHECKSUM -> flip(payload, fieldEnd);
        case LAST_BYTE -> flip(payload, length);
        case TRUNCATED -> Arrays.copyOf(payload, Math.max(0, length - 1));
        case BELOW_HEADER -> Arrays.copyOf(payload, Math.min(length, BELOW_HEADER_BYTES));
        case EMPTY -> new byte[0];
        case EXTENDED -> Arrays.copyOf(payload, length + 1);
      };
    }

    private static byte[] flip(byte[] payload, int end) {
      if (end > 0 && payload.length >= end) {
        payload[end - 1] ^= 1;
      }
      return payload;
    }
  }

  private final FaultyBroker broker;
  private final BrokerState exchange;
  private final Faults faults;

  DeliveryFaults(FaultyBroker broker, BrokerState exchange, Faults faults) {
    this.broker = broker;
    this.exchange = exchange;
    this.faults = faults;
  }

  /**
   * Does not deliver copies. Breaks QoS 1 and 2 (sections 4.3.2 and 4.3.3 of MQTT: the broker owns
   * the message that it has acknowledged); QoS 0 promises no delivery.
   */
  public Faults drop(MessageFilter which) {
    return with(() -> exchange.deliveryGate().dropped.add(which.fresh()));
  }

  /**
   * Delivers copies to another consumer than the one that has subscribed to them, under their own
   * topic: to the next online client, by client id, that has subscriptions and none that matches.
   * With two consumers of a topic each, this swaps them. Where there is no such client, the
   * delivery is as usual. Breaks every QoS: a client gets what it has not asked for (section
   * 3.3.2), and one does not get what it is owed.
   */
  public Faults misdeliver(MessageFilter which) {
    return with(() -> exchange.deliveryGate().misdelivered.add(which.fresh()));
  }

  /**
   * Delivers one more copy to another consumer than the one that has subscribed to it, chosen as by
   * {@link #misdeliver}. Breaks every QoS, although no message is missing.
   */
  public Faults misdeliverToo(MessageFilter which) {
    return with(() -> exchange.deliveryGate().misdeliveredToo.add(which.fresh()));
  }

  /**
   * Changes the payload of copies. Breaks every QoS: the payload is the publisher's (section
   * 3.3.3).
   */
  public Faults damage(MessageFilter which, Damage damage) {
    return with(
        () -> exchange.deliveryGate().alter(which.fresh(), message -> message.with(damage::of)));
  }

  /**
   * Delivers copies with QoS 0, whatever was granted. Breaks QoS 1 and 2 (section 3.8.4: the lower
   * one of the message's and of what was granted).
   */
  public Faults atMostOnce(MessageFilter which) {
    return with(() -> exchange.deliveryGate().lowered.add(which.fresh()));
  }

  /**
   * Delivers each message of a shared subscription to all its members that are connected. Breaks
   * every QoS (section 4.8.2 of MQTT 5: each message goes to one of them).
   */
  public Faults toAllMembers(boolean all) {
    return with(() -> exchange.deliveryGate().toAllMembers = all);
  }

  /**
   * Delivers copies twice. Breaks QoS 2 (section 4.3.3), and QoS 0, which has no second packet of a
   * message; QoS 1 allows it.
   */
  public Faults twice(MessageFilter which) {
    return with(() -> exchange.deliveryGate().duplicated.add(which.fresh()));
  }

  /**
   * Does not answer the PUBREC of copies. Breaks QoS 2 (section 4.3.3 of MQTT: the sender releases
   * with PUBREL what the receiver has answered); without effect on QoS 0 and 1.
   */
  public Faults neverRelease(MessageFilter which) {
    return with(() -> exchange.deliveryGate().unreleased.add(which.fresh()));
  }

  /**
   * Delivers copies without the properties that their publishers gave them. Breaks MQTT 5 (section
   * 3.3.2.3: response topic, correlation data and user properties are sent on unaltered).
   */
  public Faults withoutProperties(MessageFilter which) {
    return with(
        () -> exchange.deliveryGate().alter(which.fresh(), BrokerMessage::withoutProperties));
  }

  /**
   * Delivers copies to the right consumers under a wrong topic. Breaks every QoS: the topic must
   * match the subscription's filter (section 3.3.2).
   */
  public Faults underTopic(MessageFilter which, String topic) {
    return with(
        () -> exchange.deliveryGate().alter(which.fresh(), message -> message.under(topic)));
  }

  /** The copies that {@link Faults#dropEvery} has dropped so far, as {@code TOPIC to CLIENT}. */
  public List<String> droppedAsNth() {
    return broker.command(() -> List.copyOf(exchange.deliveryGate().droppedAsNth));
  }

  /** The copies that {@link #drop} has dropped so far, as {@code PUBLISHER:SEQUENCE}. */
  public List<String> droppedByFilter() {
    return broker.command(() -> List.copyOf(exchange.deliveryGate().droppedByFilter));
  }

  /**
   * Sends some clients no new deliveries from now on. Everything else goes on: the broker takes
   * messages, acknowledges them and answers pings, and what it owes waits in its order. Replaces
   * the last such choice. Breaks no promise while it may still end; a run whose end comes first
   * cannot know whether a message is lost.
   */
  public Faults hold(Predicate<String> subscriberClientId) {
    return with(() -> exchange.holdDeliveries(subscriberClientId));
  }

  /** Sends what was held, and holds nothing more. */
  public Faults release() {
    return hold(clientId -> false);
  }

  private Faults with(Runnable change) {
    broker.command(change);
    return faults;
  }
}
