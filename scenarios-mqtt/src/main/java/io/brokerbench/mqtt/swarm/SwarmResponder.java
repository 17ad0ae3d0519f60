package io.brokerbench.mqtt.swarm;

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
 * where they are more than {@value #MOST_BYTES} bytes, the connection ends. Allocates nothing for a
 * reply once that buffer has grown.
 *
 * <p>With a session that persists, replies that were in flight when a connection ended are sent
 * again on the next one, first, in their order and with the DUP flag (4.4), as a {@link
 * SwarmPublisher} does. They are kept for that, up to as many bytes; beyond that, others wait.
 * Where the broker has no session any more, they are sent as new ones, with each QoS: each request
 * is owed its reply.
 */
final class SwarmResponder extends SwarmSubscriber {

  /** No reply has this identifier, as replies in flight may have all others. */
  private static final int SUBSCRIBE_ID = 65_535;

  private static final int MOST_IN_FLIGHT = 65_530;
  private static final int MOST_BYTES = 16 << 20;

  private final int qos;
  private final InFlightMessages inFlight = new InFlightMessages(MOST_IN_FLIGHT);

  /** Null where none is sent again. */
  private final UnacknowledgedPackets kept;

  /** Before each packet: its length, and where in it the packet identifier is. */
  private final ByteBuf waiting = Unpooled.buffer(0);

  private int waitingReplies;

  /** Flag of replies that are sent again. */
  private int dup = ClientPackets.DUP;

  private long replies;

  SwarmResponder(
      SwarmLane lane, ConnectRoute route, SubscriberSpec spec, SubscriberListener listener) {
    super(lane, route, spec, listener);
    this.qos = spec.qos().level();
    this.kept = qos > 0 && spec.persistent() ? new UnacknowledgedPackets() : null;
  }

  @Override
  void onAccepted(ConnAck answer) throws MqttException {
    super.onAccepted(answer);
    if (answer.maximumQos() < qos) {
      throw new MqttException(
          "the broker supports QoS " + answer.maximumQos() + " at most, not " + qos);
    }
    inFlight.narrow(answer.receiveMaximum());
    if (kept != null) {
      dup = answer.sessionPresent() ? ClientPackets.DUP : 0;
      if (!answer.sessionPresent()) {
        for (int packetId : inFlight.inOrder()) {
          if (inFlight.isReleased(packetId)) {
            done(packetId); // the broker has it, and no identifier to release
          }
        }
      }
      inFlight.beginAgain();
      sendAgain();
      flushOut();
    }
  }

  private void sendAgain() {
    for (int packetId = inFlight.takeAgain(); packetId != 0; packetId = inFlight.takeAgain()) {
      if (inFlight.isReleased(packetId)) {
        ClientPackets.acknowledgement(out(ClientPackets.ACK_BYTES), ClientPackets.PUBREL, packetId);
      } else {
        kept.writeAgain(out(kept.length(packetId)), packetId, dup);
      }
    }
  }

  @Override
  int firstSubscribeId() {
    return SUBSCRIBE_ID;
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
      int start = out.writerIndex();
      int packetId = found.writeReply(out, in, payload, payloadBytes, qos);
      onWritten(out, start, bytes, packetId - start);
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

  private void requireRoom(int bytes) throws TooManyRepliesException {
    if (waiting.readableBytes() + bytes > MOST_BYTES) {
      throw new TooManyRepliesException(waitingReplies, MOST_BYTES);
    }
  }

  private boolean mayReply() {
    return isOpenForMessages()
        && (qos == 0 || !inFlight.isFull())
        && (kept == null || kept.bytes() < MOST_BYTES);
  }

  /**
   * Numbers a reply that is about to be sent.
   *
   * @param start index of its packet
   * @param place of the packet identifier in it; of no meaning with QoS 0
   */
  private void onWritten(ByteBuf out, int start, int bytes, int place) {
    if (qos == 0) {
      return;
    }
    int packetId = inFlight.add(replies++, 0, 0, 0);
    out.setShort(start + place, packetId);
    if (kept != null) {
      kept.add(packetId, out, start, bytes);
    }
  }

  /** The connection or the broker takes replies again. */
  @Override
  void onRoom() {
    if (waitingReplies == 0) {
      return;
    }
    while (waitingReplies > 0 && mayReply()) {
      int bytes = waiting.readInt();
      int place = waiting.readInt();
      ByteBuf out = out(bytes);
      int start = out.writerIndex();
      out.writeBytes(waiting, bytes);
      onWritten(out, start, bytes, place);
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
      case ClientPackets.PUBACK, ClientPackets.PUBREC, ClientPackets.PUBCOMP -> {
        ReasonReport.acknowledgement(listener(), type, in, end);
        int packetId = Acknowledgement.read(type, in, end);
        Acknowledgement.requireOf(qos, type, packetId);
        onAcknowledgement(type, packetId);
      }
      default -> super.onSessionPacket(type, header, in, end, nanos);
    }
  }

  /** One that acknowledges nothing is left unread: its reply stays unacknowledged. */
  private void onAcknowledgement(int type, int packetId) {
    boolean known = inFlight.contains(packetId);
    if (type == ClientPackets.PUBREC) {
      if (known) {
        inFlight.release(packetId);
        forget(packetId);
      }
      ClientPackets.acknowledgement(out(ClientPackets.ACK_BYTES), ClientPackets.PUBREL, packetId);
    } else if (known && (type == ClientPackets.PUBACK ? qos == 1 : inFlight.isReleased(packetId))) {
      done(packetId);
      sendAgain();
    }
  }

  private void done(int packetId) {
    inFlight.remove(packetId);
    forget(packetId);
  }

  private void forget(int packetId) {
    if (kept != null) {
      kept.remove(packetId);
    }
  }
}
