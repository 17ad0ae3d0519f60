package io.brokerbench.mqtt.swarm;

import io.brokerbench.core.driver.ClientListener;
import io.brokerbench.core.driver.Subscriber;
import io.brokerbench.core.driver.SubscriberListener;
import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.payload.ProofPlace;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.mqtt.swarm.codec.Acknowledgement;
import io.brokerbench.mqtt.swarm.codec.ClientPackets;
import io.brokerbench.mqtt.swarm.codec.ConnAck;
import io.brokerbench.mqtt.swarm.codec.FixedHeader;
import io.brokerbench.mqtt.swarm.codec.MqttException;
import io.brokerbench.mqtt.swarm.codec.MqttViolationException;
import io.brokerbench.mqtt.swarm.codec.PacketFields;
import io.brokerbench.mqtt.swarm.codec.PacketReader;
import io.brokerbench.mqtt.swarm.codec.ProofProperty;
import io.brokerbench.mqtt.swarm.codec.PublishHeader;
import io.brokerbench.mqtt.swarm.codec.ReplyProperties;
import io.brokerbench.mqtt.swarm.codec.SubAck;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import java.util.BitSet;
import java.util.OptionalInt;

/**
 * A subscriber: reads the three words of each payload where they lie, and acknowledges once per
 * read.
 *
 * <p>With QoS 2 it delivers a message when it comes first, and keeps its identifier until the
 * release (4.3.3, method of the receiver); the identifiers stay over a reconnect that resumes the
 * session.
 */
class SwarmSubscriber extends SwarmConnection implements Subscriber {

  private static final int HEADER_BYTES = 3 * Long.BYTES;
  private static final int SLOW_BUFFER_BYTES = 64 * 1024;
  private static final int SLOW_READ_BYTES = 4 * 1024;

  private final SubscriberSpec spec;
  private final SubscriberListener listener;
  private final boolean v5;

  /** Null where the header is the beginning of the payload. */
  private final ProofPlace proof;

  /** Null where no user property proves the messages. */
  private final ProofProperty proofProperty;

  private final byte[] digits;
  private final boolean identified;

  /** Where correlation data is to be seen; null for a consumer. */
  private final ReplyProperties properties;

  /** Null for a subscriber that always takes all. */
  private final TakeLimit limit;

  /** Null where none waits for its release. */
  private BitSet unreleased;

  private int unreleasedCount;

  /** What is still to be granted; null when nothing is. */
  private SubAck subscribing;

  SwarmSubscriber(
      SwarmLane lane, ConnectRoute route, SubscriberSpec spec, SubscriberListener listener) {
    super(lane, route, spec.clientId(), PacketReader.limitFor(spec.largestPayloadBytes()));
    this.spec = spec;
    this.listener = listener;
    this.limit = spec.withholds().map(TakeLimit::new).orElse(null);
    this.proof = spec.proof().orElse(null);
    this.proofProperty = spec.provedByProperty() ? new ProofProperty() : null;
    this.digits = proof == null && proofProperty == null ? null : new byte[ProofPlace.DIGITS];
    this.v5 = route.protocol() == Protocol.MQTT_5;
    this.identified = route.common().connect().mqtt5().usesSubscriptionIdentifiers();
    this.properties =
        v5 && spec.role() != SubscriberSpec.Role.CONSUMER ? new ReplyProperties() : null;
  }

  @Override
  ClientListener listener() {
    return listener;
  }

  @Override
  boolean isPersistent() {
    return spec.persistent();
  }

  @Override
  void onAccepted(ConnAck answer) throws MqttException {
    if (identified && !answer.subscriptionIdentifiers()) {
      throw new MqttException(
          "the broker has no subscription identifiers (session.mqtt5.subscriptionIdentifiers)");
    }
    subscribing = null;
    if (limit != null) {
      limit.onAccepted();
      read(limit.reads());
    }
    if (!answer.sessionPresent()) {
      unreleased = null;
      unreleasedCount = 0;
    }
  }

  @Override
  public void subscribe() {
    String prefix = spec.sharedGroup().map(group -> "$share/" + group + "/").orElse("");
    int packetId = firstSubscribeId();
    subscribing = new SubAck(spec.filters(), packetId, v5);
    for (String wanted : spec.filters()) {
      String filter = prefix + wanted;
      ClientPackets.subscribe(
          out(32 + 3 * filter.length()), protocol(), packetId++, filter, spec.qos(), identified);
    }
    flushOut();
  }

  /** Packet identifier of the first filter's SUBSCRIBE; those of the others follow. */
  int firstSubscribeId() {
    return 1;
  }

  @Override
  public void allow(long messages) {
    limit.allow(messages);
    if (position < 0) {
      return; // not connected: what it may do is done once it is
    }
    read(limit.reads());
    boolean any = false;
    for (int next = limit.takeAcknowledgement(); next >= 0; next = limit.takeAcknowledgement()) {
      ClientPackets.acknowledgement(out(ClientPackets.ACK_BYTES), next >>> 16, next & 0xFFFF);
      any = true;
    }
    if (any) {
      flushOut();
    }
  }

  @Override
  boolean withholdsReads() {
    return limit != null && !limit.reads();
  }

  /** A small buffer for what it does not read, so that it is the broker that has to keep it. */
  @Override
  void tune(ChannelConfig config) {
    if (spec.withholds().isEmpty()) {
      super.tune(config);
    } else {
      config.setOption(ChannelOption.SO_RCVBUF, SLOW_BUFFER_BYTES);
      config.setRecvByteBufAllocator(new FixedRecvByteBufAllocator(SLOW_READ_BYTES));
    }
  }

  @Override
  public OptionalInt unreleased() {
    return spec.qos() == Qos.EXACTLY_ONCE && limit == null
        ? OptionalInt.of(unreleasedCount)
        : OptionalInt.empty();
  }

  @Override
  public void forget() {
    forgetSession();
  }

  @Override
  void onSessionPacket(int type, int header, ByteBuf in, int end, long nanos) throws MqttException {
    switch (type) {
      case ClientPackets.PUBLISH -> onPublish(header, in, end, nanos);
      case ClientPackets.PUBREL & 0xF0 -> onRelease(in, end);
      case ClientPackets.SUBACK -> onSubAck(in, end, nanos);
      default ->
          throw new MqttViolationException(
              FixedHeader.name(header), "this client sent nothing that it answers (MQTT, 4.3)");
    }
  }

  private void onPublish(int header, ByteBuf in, int end, long nanos) throws MqttException {
    int qos = PublishHeader.qos(header);
    int packetId;
    if (proofProperty != null) {
      packetId = PublishHeader.read(header, in, end, proofProperty);
    } else if (properties != null) {
      packetId = PublishHeader.read(header, in, end, properties);
    } else {
      packetId = PublishHeader.read(header, in, end, v5);
    }
    if (qos == 2 && !isFirst(packetId)) {
      acknowledge(ClientPackets.PUBREC, packetId);
      return;
    }
    int payload = in.readerIndex();
    int payloadBytes = end - payload;
    boolean retained = PublishHeader.isRetained(header);
    if (retained) {
      listener.onRetained();
    }
    if (qos < spec.qos().level() && !retained) {
      listener.onLowerQos(qos);
    } else if (proofProperty != null) {
      onProof(in, proofProperty.digits(), payloadBytes, nanos);
    } else if (proof != null) {
      int place = proof.in(payloadBytes);
      onProof(in, place < 0 ? -1 : payload + place, payloadBytes, nanos);
    } else if (payloadBytes < HEADER_BYTES) {
      listener.onShortPayload(nanos, payloadBytes);
    } else if (properties != null && !accepts(properties, in, payload, payloadBytes)) {
      listener.onWrongProperties();
    } else {
      listener.onDelivery(
          nanos,
          in.getLong(payload),
          in.getLong(payload + Long.BYTES),
          in.getLong(payload + 2 * Long.BYTES),
          payloadBytes);
    }
    if (qos != 0) {
      acknowledge(qos == 1 ? ClientPackets.PUBACK : ClientPackets.PUBREC, packetId);
    }
    if (limit != null) {
      limit.onRead();
      read(limit.reads());
    }
  }

  private void acknowledge(int answer, int packetId) {
    if (limit == null || limit.acknowledges(answer, packetId)) {
      ClientPackets.acknowledgement(out(ClientPackets.ACK_BYTES), answer, packetId);
    }
  }

  /**
   * The header stands in a text, as digits.
   *
   * @param place of the first one; -1 where there is none
   */
  private void onProof(ByteBuf in, int place, int payloadBytes, long nanos) {
    if (place < 0) {
      listener.onShortPayload(nanos, payloadBytes);
      return;
    }
    in.getBytes(place, digits);
    listener.onDelivery(
        nanos,
        ProofPlace.word(digits, 0),
        ProofPlace.word(digits, 1),
        ProofPlace.word(digits, 2),
        payloadBytes);
  }

  /**
   * A message of at least a header has come to a client that has to do with replies.
   *
   * @return whether its properties are as its role requires
   */
  boolean accepts(ReplyProperties found, ByteBuf in, int payload, int payloadBytes)
      throws MqttException {
    return found.correlates(in, in.getLong(payload + Long.BYTES));
  }

  private boolean isFirst(int packetId) {
    if (unreleased == null) {
      unreleased = new BitSet();
    }
    boolean first = !unreleased.get(packetId);
    if (first) {
      unreleased.set(packetId);
      unreleasedCount++;
    }
    return first;
  }

  private void onRelease(ByteBuf in, int end) throws MqttException {
    int packetId = Acknowledgement.read(ClientPackets.PUBREL & 0xF0, in, end);
    if (unreleased != null && unreleased.get(packetId)) {
      unreleased.clear(packetId);
      unreleasedCount--;
    }
    ClientPackets.acknowledgement(out(ClientPackets.ACK_BYTES), ClientPackets.PUBCOMP, packetId);
  }

  private void onSubAck(ByteBuf in, int end, long nanos) throws MqttException {
    if (subscribing == null) {
      throw SubAck.notAsked(PacketFields.readPacketId(in, end, "SUBACK"));
    }
    ReasonReport.subAck(listener, v5, in, end);
    if (subscribing.read(in, end)) {
      Qos granted = Qos.of(subscribing.leastGranted());
      subscribing = null;
      listener.onSubscribed(nanos, granted);
    }
  }
}
