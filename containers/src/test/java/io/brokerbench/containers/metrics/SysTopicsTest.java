package io.brokerbench.containers.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.core.result.BrokerMetrics;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SysTopicsTest {

  private static final SysTopics TOPICS =
      new SysTopics(
          Optional.of("all"),
          Optional.of("kept"),
          Optional.of("clients"),
          Optional.of("heap"),
          Optional.of("bytes"),
          true);

  @Test
  void waitingMessagesAreThoseThatAreNotRetained() throws Exception {
    try (Publisher publisher =
        new Publisher("all", "60", "kept", "48", "clients", "11", "bytes", "960")) {
      try (MetricsSource source = TOPICS.open(publisher.address())) {
        assertThat(source.read())
            .as("heap is not reported, and one of the clients is us")
            .isEqualTo(
                new BrokerMetrics(
                    OptionalLong.of(12),
                    OptionalLong.of(10),
                    OptionalLong.empty(),
                    OptionalLong.of(960)));
      }
    }
  }

  @Test
  void nothingIsToldOfABrokerThatHasGone() throws Exception {
    try (Publisher publisher = new Publisher("clients", "3");
        MetricsPoller watch = new MetricsPoller(TOPICS, publisher.address())) {
      await().until(() -> watch.latest().connections().equals(OptionalLong.of(2)));
      publisher.end();
      await().atMost(Duration.ofSeconds(10)).until(() -> watch.latest().equals(BrokerMetrics.NONE));
    }
  }

  /** A broker that publishes the same at each ping. */
  private static final class Publisher implements AutoCloseable {
    private final ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final String[] topicsAndTexts;
    private volatile Socket client;

    Publisher(String... topicsAndTexts) throws IOException {
      this.topicsAndTexts = topicsAndTexts;
      Thread thread = new Thread(this::serve);
      thread.setDaemon(true);
      thread.start();
    }

    InetSocketAddress address() {
      return new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
    }

    private void serve() {
      try (Socket socket = server.accept()) {
        client = socket;
        DataInputStream in = new DataInputStream(socket.getInputStream());
        OutputStream out = socket.getOutputStream();
        while (true) {
          int type = in.readUnsignedByte();
          in.readNBytes(in.readUnsignedByte());
          switch (type) {
            case 0x10 -> out.write(new byte[] {0x20, 2, 0, 0});
            case 0x82 -> out.write(new byte[] {(byte) 0x90, 3, 0, 1, 0});
            default -> publish(out);
          }
        }
      } catch (IOException e) {
        // the client has gone, or we have
      }
    }

    private void publish(OutputStream out) throws IOException {
      for (int i = 0; i < topicsAndTexts.length; i += 2) {
        byte[] topic = topicsAndTexts[i].getBytes(StandardCharsets.UTF_8);
        byte[] text = topicsAndTexts[i + 1].getBytes(StandardCharsets.UTF_8);
        out.write(new byte[] {0x30, (byte) (2 + topic.length + text.length), 0});
        out.write(topic.length);
        out.write(topic);
        out.write(text);
      }
      out.write(new byte[] {(byte) 0xD0, 0});
    }

    @Override
    public void close() throws IOException {
      end();
    }

    void end() throws IOException {
      server.close();
      if (client != null) {
        client.close();
      }
    }
  }
}
