package io.brokerbench.mqtt.swarm;

import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.driver.SubscriberListener;
import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.mqtt.swarm.codec.ConnectFields;
import io.brokerbench.mqtt.swarm.codec.MqttException;
import io.brokerbench.mqtt.swarm.codec.PacketReader;
import io.brokerbench.mqtt.swarm.codec.PublishTemplate;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What swarm does for each message: encode a PUBLISH, find the packets in what was read. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@State(Scope.Thread)
public class SwarmHotPath {

  private static final int BATCH = 100;

  private final PublishTemplate template =
      new PublishTemplate(
          new PublisherSpec("c", "p/0/t/17", Qos.AT_LEAST_ONCE, 32, false, 10),
          Protocol.MQTT_3_1_1);
  private final InFlightMessages inFlight = new InFlightMessages(BATCH);
  private final ByteBuf out = ByteBufAllocator.DEFAULT.directBuffer(BATCH * template.bytes());
  private final ByteBuf in = filled();
  private final PacketReader reader =
      new PacketReader(Protocol.MQTT_3_1_1, PacketReader.limitFor(32));
  private final PacketReader.Handler handler = this::onPacket;

  private final Delivered delivered = new Delivered();
  private final PacketReader reader5 = new PacketReader(Protocol.MQTT_5, PacketReader.limitFor(32));
  private final ByteBuf in5 =
      filled(
          new PublishTemplate(
              new PublisherSpec("c", "p/0/t/17", Qos.AT_MOST_ONCE, 32, false, 10), Protocol.MQTT_5),
          0);
  private final PacketReader.Handler subscriber = subscriber(delivered);

  private long sum;

  private ByteBuf filled() {
    return filled(template, 1);
  }

  private static ByteBuf filled(PublishTemplate template, int firstId) {
    ByteBuf packets = ByteBufAllocator.DEFAULT.directBuffer(BATCH * template.bytes());
    for (int i = 0; i < BATCH; i++) {
      template.write(packets, firstId + i, 0, i, 2, 3);
    }
    return packets;
  }

  /** A subscriber that is handed its packets without a connection. */
  private static PacketReader.Handler subscriber(SubscriberListener listener) {
    ConnectFields connect = new ConnectFields(Protocol.MQTT_5, 0, Optional.empty());
    ConnectRoute.Common common = new ConnectRoute.Common(connect, new SwarmTlsAgreement());
    ConnectRoute route =
        new ConnectRoute(null, null, null, Optional.empty(), null, null, null, common);
    SubscriberSpec spec = new SubscriberSpec("c", "p/#", Optional.empty(), Qos.AT_MOST_ONCE, false);
    SwarmSubscriber subscriber = new SwarmSubscriber(null, route, spec, listener);
    return (header, packet, end, nanos) ->
        subscriber.onSessionPacket(header & 0xF0, header, packet, end, nanos);
  }

  /** Adds up what it is handed. */
  private static final class Delivered implements SubscriberListener {
    private long sum;

    @Override
    public void onDelivery(long nanos, long word0, long word1, long word2, int payloadBytes) {
      sum += word0 + word1 + word2 + payloadBytes;
    }

    @Override
    public void onShortPayload(long nanos, int payloadBytes) {}

    @Override
    public void onSubscribed(long nanos, Qos granted) {}

    @Override
    public void onConnected(long nanos, boolean sessionPresent) {}

    @Override
    public void onDisconnected(long nanos, Throwable cause) {}
  }

  private void onPacket(int header, ByteBuf packet, int end, long nanos) {
    packet.skipBytes(packet.readUnsignedShort() + 2);
    sum += packet.getLong(packet.readerIndex());
  }

  /** A PUBLISH from its template, with its place in the in-flight window taken and given back. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public ByteBuf encode() throws MqttException {
    out.clear();
    for (int i = 0; i < BATCH; i++) {
      int packetId = inFlight.add(i, 1, 2, 3);
      template.write(out, packetId, 0, 1, 2, 3);
      inFlight.remove(packetId);
    }
    return out;
  }

  /** A PUBLISH found and its header read. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long parse() throws MqttException {
    in.readerIndex(0);
    reader.read(in, 1, UnpooledByteBufAllocator.DEFAULT, handler);
    return sum;
  }

  /** A PUBLISH of MQTT 5 found, checked as a subscriber does, and its header reported. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long deliver() throws MqttException {
    in5.readerIndex(0);
    reader5.read(in5, 1, UnpooledByteBufAllocator.DEFAULT, subscriber);
    return delivered.sum;
  }
}
