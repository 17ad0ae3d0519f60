package io.brokerbench.mqtt.swarm;

import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
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
  private final InFlight inFlight = new InFlight(BATCH);
  private final ByteBuf out = Unpooled.buffer(BATCH * template.bytes());
  private final ByteBuf in = filled();
  private final PacketReader reader = new PacketReader();
  private final PacketReader.Handler handler = this::onPacket;

  private long sum;

  private ByteBuf filled() {
    ByteBuf packets = Unpooled.buffer(BATCH * template.bytes());
    for (int i = 0; i < BATCH; i++) {
      template.write(packets, i + 1, 0, i, 2, 3);
    }
    return packets;
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
}
