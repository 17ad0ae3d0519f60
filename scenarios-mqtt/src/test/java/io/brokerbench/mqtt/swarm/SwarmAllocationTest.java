package io.brokerbench.mqtt.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.payload.PayloadForm;
import io.brokerbench.core.payload.PayloadTemplate;
import io.brokerbench.core.payload.PayloadText;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.mqtt.swarm.codec.MqttException;
import io.brokerbench.mqtt.swarm.codec.PacketReader;
import io.brokerbench.mqtt.swarm.codec.PublishTemplate;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Encoding, stamping, parsing and following acknowledgements allocate nothing for a message. */
class SwarmAllocationTest {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int MESSAGES = 500_000;
  private static final int BATCH = 100;

  @FunctionalInterface
  private interface Messages {
    void handle() throws MqttException;
  }

  private static double bytesPerMessage(Messages messages) throws MqttException {
    messages.handle();
    long before = THREADS.getCurrentThreadAllocatedBytes();
    messages.handle();
    return (double) (THREADS.getCurrentThreadAllocatedBytes() - before) / MESSAGES;
  }

  @Test
  void encodingAndStamping() throws MqttException {
    PublishTemplate template =
        new PublishTemplate(
            new PublisherSpec("c", "p/0/t/17", Qos.AT_LEAST_ONCE, 32, false, 10),
            Protocol.MQTT_3_1_1);
    InFlightMessages inFlight = new InFlightMessages(100);
    ByteBuf out = Unpooled.buffer(BATCH * template.bytes());
    double bytes =
        bytesPerMessage(
            () -> {
              for (int i = 0; i < MESSAGES; i++) {
                if (i % BATCH == 0) {
                  out.clear();
                }
                int packetId = inFlight.add(i, 1, 2, 3);
                template.write(out, packetId, 0, 1, 2, 3);
                inFlight.remove(packetId);
              }
            });
    assertThat(bytes).isLessThan(0.1);
  }

  /** A text that says the same of each message, but for its proof. */
  @Test
  void payloadsOfATemplateWithoutComputation() throws MqttException {
    PayloadTemplate text =
        PayloadTemplate.of(
            new PayloadText("payload.json", "{\"pressure\": 6.5, \"proof\": \"${proof}\"}"), true);
    PayloadForm form = text.form(17, Optional.empty(), 1, 0);
    PublishTemplate template =
        new PublishTemplate(
            new PublisherSpec("c", "p/0/t/17", Qos.AT_LEAST_ONCE, form.bytes(), false, 10)
                .withForm(Optional.of(form)),
            Protocol.MQTT_3_1_1);
    ByteBuf out = Unpooled.buffer(BATCH * template.bytes());
    double bytes =
        bytesPerMessage(
            () -> {
              for (int i = 0; i < MESSAGES; i++) {
                if (i % BATCH == 0) {
                  out.clear();
                }
                template.write(out, 1, 0, i, 2, 3);
              }
            });
    assertThat(out.toString(StandardCharsets.US_ASCII)).contains("{\"pressure\": 6.5, ");
    assertThat(bytes).isLessThan(0.1);
  }

  @Test
  void parsing() throws MqttException {
    PublishTemplate template =
        new PublishTemplate(
            new PublisherSpec("c", "p/0/t/17", Qos.AT_MOST_ONCE, 32, false, 10),
            Protocol.MQTT_3_1_1);
    ByteBuf in = Unpooled.buffer();
    for (int i = 0; i < BATCH; i++) {
      template.write(in, 0, 0, i, 2, 3);
    }
    PacketReader reader = new PacketReader(Protocol.MQTT_3_1_1, PacketReader.limitFor(32));
    long[] sum = new long[1];
    PacketReader.Handler handler =
        (header, packet, end, nanos) -> {
          packet.skipBytes(packet.readUnsignedShort());
          sum[0] += packet.getLong(packet.readerIndex());
        };
    double bytes =
        bytesPerMessage(
            () -> {
              for (int i = 0; i < MESSAGES; i += BATCH) {
                in.readerIndex(0);
                reader.read(in, i, UnpooledByteBufAllocator.DEFAULT, handler);
              }
            });
    assertThat(sum[0]).isPositive();
    assertThat(bytes).isLessThan(0.1);
  }
}
