package io.brokerbench.mqtt.swarm;

import io.brokerbench.core.driver.ClientListener;
import io.brokerbench.core.driver.Publisher;
import io.brokerbench.core.driver.PublisherListener;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.scenario.Qos;
import io.netty.buffer.ByteBuf;

/**
 * A publisher: stamps a template for each message, and follows the acknowledgements.
 *
 * <p>Messages that were in flight when a connection ended are sent again on the next one, in their
 * order and with the DUP flag (4.4); those that the broker had received already are only released
 * (PUBREL).
 */
final class SwarmPublisher extends SwarmConnection implements Publisher {

  private static final int FIRST_ERROR_CODE = 0x80;

  /** A PUBCOMP with it is no error when a session is recovered (MQTT 5, 3.7.2.1): all is done. */
  private static final int UNKNOWN_PACKET_IDENTIFIER = 0x92;

  private final PublisherListener listener;
  private final PublishTemplate template;
  private final boolean acknowledged;
  private final Qos qos;
  private final InFlight inFlight;
  private final boolean persistent;
  private boolean refused;

  SwarmPublisher(SwarmLane lane, Route route, PublisherSpec spec, PublisherListener listener) {
    super(lane, route, spec.clientId());
    this.listener = listener;
    this.template = new PublishTemplate(spec, route.protocol());
    this.qos = spec.qos();
    this.persistent = spec.persistent();
    this.acknowledged = qos != Qos.AT_MOST_ONCE;
    this.inFlight = acknowledged ? new InFlight(spec.inFlightWindow()) : null;
  }

  @Override
  ClientListener listener() {
    return listener;
  }

  @Override
  boolean isPersistent() {
    return persistent;
  }

  @Override
  public void forget() {
    forgetSession();
  }

  @Override
  void onAccepted(ConnAck answer) throws MqttException {
    if (answer.maximumQos() < qos.level()) {
      throw new MqttException(
          "the broker takes QoS " + answer.maximumQos() + " at most, not " + qos.level());
    }
    if (answer.maximumPacketBytes() < template.bytes()) {
      throw new MqttException(
          "the broker takes packets of "
              + answer.maximumPacketBytes()
              + " bytes at most, and these have "
              + template.bytes());
    }
    if (acknowledged) {
      inFlight.narrow(answer.receiveMaximum());
      sendAgain();
    }
  }

  private void sendAgain() {
    for (int packetId : inFlight.inOrder()) {
      if (inFlight.isReleased(packetId)) {
        Frames.acknowledgement(out(Frames.ACK_BYTES), Frames.PUBREL, packetId);
      } else {
        template.write(
            out(template.bytes()),
            packetId,
            Frames.DUP,
            inFlight.word(0, packetId),
            inFlight.word(1, packetId),
            inFlight.word(2, packetId));
      }
    }
    flushOut();
  }

  @Override
  public boolean offer(long sequence, long word0, long word1, long word2) {
    if (!isOpenForMessages() || (acknowledged && inFlight.isFull())) {
      refused = true;
      return false;
    }
    int packetId = acknowledged ? inFlight.add(sequence, word0, word1, word2) : 0;
    template.write(out(template.bytes()), packetId, 0, word0, word1, word2);
    return true;
  }

  @Override
  public void flush() {
    flushOut();
  }

  @Override
  public int unacknowledged() {
    return acknowledged ? inFlight.size() : 0;
  }

  @Override
  void onSessionPacket(int type, int header, ByteBuf in, int end, long nanos) throws MqttException {
    PacketReader.need(in, end, 2);
    int packetId = in.readUnsignedShort();
    int code = in.readerIndex() < end ? in.readUnsignedByte() : 0;
    if (code >= FIRST_ERROR_CODE && code != UNKNOWN_PACKET_IDENTIFIER) {
      throw new MqttException("the broker refused a message: " + ReasonCodes.text(code));
    }
    boolean known = acknowledged && inFlight.contains(packetId);
    switch (type) {
      case Frames.PUBACK, Frames.PUBCOMP -> {
        if (known && type == completion()) {
          acknowledge(packetId, nanos);
        }
      }
      case Frames.PUBREC -> {
        if (known) {
          inFlight.release(packetId);
        }
        Frames.acknowledgement(out(Frames.ACK_BYTES), Frames.PUBREL, packetId);
      }
      default ->
          throw new MqttException(
              String.format("the broker sent a publisher a packet of type 0x%02x", type));
    }
  }

  private int completion() {
    return qos == Qos.AT_LEAST_ONCE ? Frames.PUBACK : Frames.PUBCOMP;
  }

  private void acknowledge(int packetId, long nanos) {
    long sequence = inFlight.sequence(packetId);
    long intended = inFlight.word(0, packetId);
    inFlight.remove(packetId);
    listener.onAcknowledged(sequence, intended, nanos);
  }

  @Override
  void onRoom() {
    if (refused && isOpenForMessages() && !(acknowledged && inFlight.isFull())) {
      refused = false;
      listener.onReady();
    }
  }
}
