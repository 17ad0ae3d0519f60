package io.brokerbench.mqtt.swarm;

import io.brokerbench.core.driver.ClientListener;
import io.brokerbench.core.driver.Publisher;
import io.brokerbench.core.driver.PublisherListener;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.driver.Will;
import io.brokerbench.core.mqtt5.Mqtt5Settings;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.mqtt.swarm.codec.Acknowledgement;
import io.brokerbench.mqtt.swarm.codec.ClientPackets;
import io.brokerbench.mqtt.swarm.codec.ConnAck;
import io.brokerbench.mqtt.swarm.codec.ConnectFields;
import io.brokerbench.mqtt.swarm.codec.FixedHeader;
import io.brokerbench.mqtt.swarm.codec.MqttException;
import io.brokerbench.mqtt.swarm.codec.MqttViolationException;
import io.brokerbench.mqtt.swarm.codec.PacketFields;
import io.brokerbench.mqtt.swarm.codec.PacketReader;
import io.brokerbench.mqtt.swarm.codec.PublishTemplate;
import io.brokerbench.mqtt.swarm.codec.SubAck;
import io.brokerbench.mqtt.swarm.codec.WillMessage;
import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.Optional;

/**
 * A publisher: stamps a template for each message, and follows the acknowledgements.
 *
 * <p>Messages that were in flight when a connection ended are sent again on the next one, in their
 * order and with the DUP flag (4.4), as many at a time as the broker's Receive Maximum allows;
 * those that the broker had received already are only released (PUBREL).
 *
 * <p>Where the broker has no session any more, there is nothing to go on with (3.2.2.2): messages
 * of QoS 1 are sent as new ones. Those of QoS 2 are given up, and stay unacknowledged, as the
 * broker may have delivered them already.
 */
final class SwarmPublisher extends SwarmConnection implements Publisher {

  private final PublisherListener listener;
  private final PublishTemplate first;
  private final PublishTemplate following;
  private final boolean aliased;

  /** Of the message that comes next on this connection. */
  private PublishTemplate template;

  /** Of the topics that messages go to in turn; null with one topic. */
  private final PublishTemplate[] inTurn;

  private final List<String> topics;
  private final boolean acknowledged;
  private final Qos qos;
  private final InFlightMessages inFlight;
  private final boolean persistent;
  private final Optional<WillMessage> will;
  private final boolean fallsSilent;
  private boolean refused;

  /** Flag of messages that are sent again. */
  private int dup = ClientPackets.DUP;

  SwarmPublisher(
      SwarmLane lane, ConnectRoute route, PublisherSpec spec, PublisherListener listener) {
    super(lane, route, spec.clientId(), PacketReader.limitFor(0));
    this.listener = listener;
    Mqtt5Settings mqtt5 = route.common().connect().mqtt5();
    this.aliased = mqtt5.usesTopicAliases();
    this.first = PublishTemplate.first(spec, route.protocol(), mqtt5);
    this.following = aliased ? PublishTemplate.aliased(spec, route.protocol(), mqtt5) : first;
    this.template = first;
    this.topics = spec.topics();
    this.inTurn =
        topics.size() == 1 ? null : PublishTemplate.ofTopics(spec, route.protocol(), mqtt5);
    this.qos = spec.qos();
    this.persistent = spec.persistent();
    this.will = spec.will().map(words -> new WillMessage(spec, words));
    this.fallsSilent = spec.will().filter(Will::silent).isPresent();
    this.acknowledged = qos != Qos.AT_MOST_ONCE;
    this.inFlight = acknowledged ? new InFlightMessages(spec.inFlightWindow()) : null;
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
  ConnectFields connectFields() {
    return super.connectFields().withWill(will);
  }

  /** Without a place on the lane, it is not asked to ping. */
  @Override
  public void fallSilent() {
    boolean unused = probe();
    lane().remove(this);
  }

  @Override
  public void forget() {
    forgetSession();
  }

  @Override
  void onAccepted(ConnAck answer) throws MqttException {
    if (answer.maximumQos() < qos.level()) {
      throw new MqttException(
          "the broker supports QoS " + answer.maximumQos() + " at most, not " + qos.level());
    }
    if (aliased && answer.topicAliasMaximum() == 0) {
      throw new MqttException("the broker allows no topic aliases (session.mqtt5.topicAliases)");
    }
    requireKeepAlive(answer.keepAliveSeconds());
    template = first;
    if (answer.maximumPacketBytes() < mostBytes()) {
      throw new MqttException(
          "the broker accepts packets of "
              + answer.maximumPacketBytes()
              + " bytes at most, and these have "
              + mostBytes());
    }
    if (acknowledged) {
      dup = answer.sessionPresent() ? ClientPackets.DUP : 0;
      if (!answer.sessionPresent() && !isOfQos1()) {
        inFlight.clear();
      }
      inFlight.narrow(answer.receiveMaximum());
      inFlight.beginAgain();
      sendAgain();
      flushOut();
    }
  }

  /**
   * The will of a client that falls silent is due by what the broker wants (MQTT 5, 3.2.2.3.14).
   */
  private void requireKeepAlive(int wanted) throws MqttException {
    int asked = super.connectFields().keepAliveSeconds();
    if (fallsSilent && wanted != ConnAck.NO_WISH && wanted != asked) {
      throw new MqttException(
          "the broker wants a keep-alive of %d s, by which wills are due, and not of %d s (session.keepAlive)"
              .formatted(wanted, asked));
    }
  }

  private void sendAgain() {
    for (int packetId = inFlight.takeAgain(); packetId != 0; packetId = inFlight.takeAgain()) {
      if (inFlight.isReleased(packetId)) {
        ClientPackets.acknowledgement(out(ClientPackets.ACK_BYTES), ClientPackets.PUBREL, packetId);
      } else {
        PublishTemplate again = templateOf(inFlight.sequence(packetId));
        again.write(
            out(again.bytes(inFlight.word(1, packetId))),
            packetId,
            dup,
            inFlight.word(0, packetId),
            inFlight.word(1, packetId),
            inFlight.word(2, packetId));
        useFollowing();
      }
    }
  }

  @Override
  public boolean offer(long sequence, long word0, long word1, long word2) {
    if (!isOpenForMessages() || (acknowledged && inFlight.isFull())) {
      refused = true;
      return false;
    }
    int packetId = acknowledged ? inFlight.add(sequence, word0, word1, word2) : 0;
    PublishTemplate next = templateOf(sequence);
    next.write(out(next.bytes(word1)), packetId, 0, word0, word1, word2);
    useFollowing();
    return true;
  }

  private PublishTemplate templateOf(long sequence) {
    return inTurn == null ? template : inTurn[(int) (sequence % inTurn.length)];
  }

  /** Length of the longest packet. */
  private int mostBytes() {
    int most = template.bytes();
    for (int i = 0; inTurn != null && i < inTurn.length; i++) {
      most = Math.max(most, inTurn[i].bytes());
    }
    return most;
  }

  private void useFollowing() {
    if (template != following) {
      template = following;
    }
  }

  @Override
  public void flush() {
    flushOut();
  }

  @Override
  public void clearRetained() {
    if (isOpenForMessages()) {
      for (String topic : topics) {
        PublishTemplate.writeEmptyRetained(
            out(PublishTemplate.mostEmptyBytes(topic)), topic, protocol());
      }
      flushOut();
    }
  }

  @Override
  public int unacknowledged() {
    return acknowledged ? inFlight.size() : 0;
  }

  @Override
  void onSessionPacket(int type, int header, ByteBuf in, int end, long nanos) throws MqttException {
    switch (type) {
      case ClientPackets.PUBACK, ClientPackets.PUBREC, ClientPackets.PUBCOMP -> {
        ReasonReport.acknowledgement(listener, type, in, end);
        int packetId = Acknowledgement.read(type, in, end);
        Acknowledgement.requireOf(qos.level(), type, packetId);
        onAcknowledgement(type, packetId, nanos);
      }
      case ClientPackets.SUBACK ->
          throw SubAck.notAsked(PacketFields.readPacketId(in, end, "SUBACK"));
      default ->
          throw new MqttViolationException(
              FixedHeader.name(header), "this client has no subscription (MQTT, 3.8)");
    }
  }

  /**
   * One that acknowledges nothing (repeated, of another type, of an identifier that is not in use)
   * is left unread: its message stays unacknowledged, and the account of the run says so.
   */
  private void onAcknowledgement(int type, int packetId, long nanos) {
    boolean known = inFlight.contains(packetId);
    if (type == ClientPackets.PUBREC) {
      if (known) {
        inFlight.release(packetId);
      }
      ClientPackets.acknowledgement(out(ClientPackets.ACK_BYTES), ClientPackets.PUBREL, packetId);
    } else if (known
        && (type == ClientPackets.PUBACK ? isOfQos1() : inFlight.isReleased(packetId))) {
      acknowledge(packetId, nanos);
    }
  }

  private boolean isOfQos1() {
    return qos == Qos.AT_LEAST_ONCE;
  }

  private void acknowledge(int packetId, long nanos) {
    long sequence = inFlight.sequence(packetId);
    long intended = inFlight.word(0, packetId);
    inFlight.remove(packetId);
    sendAgain();
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
