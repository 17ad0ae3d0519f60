package io.brokerbench.mqtt.swarm;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.driver.SubscriberListener;
import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.mqtt.swarm.codec.Acknowledgement;
import io.brokerbench.mqtt.swarm.codec.ClientPackets;
import io.brokerbench.mqtt.swarm.codec.ConnAck;
import io.brokerbench.mqtt.swarm.codec.MqttException;
import io.brokerbench.mqtt.swarm.codec.ReplyProperties;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * A subscriber that replies to each message, on the same connection. Replies wait in one buffer, as
 * packets, while the connection is full or the broker's Receive Maximum (MQTT 5, 4.9) is reached;
 * where they are more than {@value #MOST_WAITING_BYTES} bytes, the connection ends. Allocates
 * nothing for a reply once that buffer has grown.
 */
final class SwarmResponder extends SwarmSubscriber {

  private static final int MOST_IN_FLIGHT = 65_535;
  private static final int MOST_WAITING_BYTES = 16 << 20;

  private final int qos;
  private final InFlightMessages inFlight = new InFlightMessages(MOST_IN_FLIGHT);

  /** Before each packet: its length, and where in it the packet identifier is. */
  private final ByteBuf waiting = Unpooled.buffer(0);

  private int waitingReplies;
  private long replies;

  SwarmResponder(
      SwarmLane lane, ConnectRoute route, SubscriberSpec spec, SubscriberListener listener) {
    super(lane, route, spec, listener);
    this.qos = spec.qos().level();
  }

  @Override
  void onAccepted(ConnAck answer) throws MqttException {
    super.onAccepted(answer);
    if (answer.maximumQos() < qos) {
      throw new MqttException(
          "the broker supports QoS " + answer.maximumQos() + " at most, not " + qos);
    }
    inFlight.narrow(answer.receiveMaximum());
  }

  @Override
  boolean accepts(ReplyProperties found, ByteBuf in, int payload, int payloadBytes)
      throws MqttException {
    if (!found.isRequest()) {
      return false;
    }
    int bytes = found.replyBytes(qos, payloadBytes);
    if (waitingReplies == 0 && mayReply()) {
      ByteBuf out = out(bytes);
      int packetId = found.writeReply(out, in, payload, payloadBytes, qos);
      if (qos != 0) {
        out.setShort(packetId, nextId());
      }
    } else {
      requireRoom(bytes);
      waiting.discardSomeReadBytes();
      waiting.writeInt(bytes).writeInt(0);
      int start = waiting.writerIndex();
      int packetId = found.writeReply(waiting, in, payload, payloadBytes, qos);
      waiting.setInt(start - Integer.BYTES, packetId - start);
      waitingReplies++;
    }
    return true;
  }

  private void requireRoom(int bytes) throws MqttException {
    if (waiting.readableBytes() + bytes > MOST_WAITING_BYTES) {
      throw new MqttException(
          NumberText.sentence(
              "the broker takes replies too slowly: %s wait at the responder, which holds %s at"
                  + " most",
              waitingReplies, NumberText.bytes(MOST_WAITING_BYTES)));
    }
  }

  private boolean mayReply() {
    return isOpenForMessages() && (qos == 0 || !inFlight.isFull());
  }

  private int nextId() {
    return inFlight.add(replies++, 0, 0, 0);
  }

  /** The connection or the broker takes replies again. */
  @Override
  void onRoom() {
    if (waitingReplies == 0) {
      return;
    }
    while (waitingReplies > 0 && mayReply()) {
      int bytes = waiting.readInt();
      int packetId = waiting.readInt();
      if (qos != 0) {
        waiting.setShort(waiting.readerIndex() + packetId, nextId());
      }
      out(bytes).writeBytes(waiting, bytes);
      waitingReplies--;
    }
    if (waitingReplies == 0) {
      waiting.clear();
    }
    flushOut();
  }

  @Override
  public int unacknowledgedReplies() {
    return waitingReplies + inFlight.size();
  }

  @Override
  void onSessionPacket(int type, int header, ByteBuf in, int end, long nanos) throws MqttException {
    switch (type) {
      case ClientPackets.PUBACK, ClientPackets.PUBREC, ClientPackets.PUBCOMP ->
          onAcknowledgement(type, Acknowledgement.read(type, in, end));
      default -> super.onSessionPacket(type, header, in, end, nanos);
    }
  }

  /** One that acknowledges nothing is left unread: its reply stays unacknowledged. */
  private void onAcknowledgement(int type, int packetId) {
    boolean known = inFlight.contains(packetId);
    if (type == ClientPackets.PUBREC) {
      if (known) {
        inFlight.release(packetId);
      }
      ClientPackets.acknowledgement(out(ClientPackets.ACK_BYTES), ClientPackets.PUBREL, packetId);
    } else if (known && (type == ClientPackets.PUBACK ? qos == 1 : inFlight.isReleased(packetId))) {
      inFlight.remove(packetId);
    }
  }
}
