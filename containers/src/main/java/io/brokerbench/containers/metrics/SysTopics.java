package io.brokerbench.containers.metrics;

import io.brokerbench.containers.TopicClient;
import io.brokerbench.core.result.BrokerMetrics;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Figures that a broker publishes on topics below {@code $SYS}.
 *
 * @param stored topic with the number of all messages that it holds
 * @param retained topic with the number of those that are retained ones, which wait for no client
 * @param connections topic with the number of clients that are connected, us among them
 * @param heap topic with the bytes that it has allocated
 * @param storedBytes topic with the bytes of the payloads that it holds
 */
public record SysTopics(
    String stored, String retained, String connections, String heap, String storedBytes)
    implements MetricsQuery {

  /** Of Mosquitto 2. */
  public static final SysTopics MOSQUITTO =
      new SysTopics(
          "$SYS/broker/store/messages/count",
          "$SYS/broker/retained messages/count",
          "$SYS/broker/clients/connected",
          "$SYS/broker/heap/current",
          "$SYS/broker/store/messages/bytes");

  private static final String CLIENT = "brokerbench-metrics";

  @Override
  public OptionalInt port() {
    return OptionalInt.empty();
  }

  /** Mosquitto counts each byte that is allocated and not freed. */
  @Override
  public boolean reportsLiveHeap() {
    return true;
  }

  @Override
  public MetricsSource open(InetSocketAddress address) throws IOException {
    TopicClient reader =
        TopicClient.open(
            address, CLIENT, List.of(stored, retained, connections, heap, storedBytes));
    return new MetricsSource() {
      @Override
      public BrokerMetrics read() throws IOException {
        return figures(reader.poll());
      }

      @Override
      public void close() throws IOException {
        reader.close();
      }
    };
  }

  private BrokerMetrics figures(Map<String, String> texts) {
    OptionalLong all = number(texts.get(stored));
    OptionalLong kept = number(texts.get(retained));
    OptionalLong clients = number(texts.get(connections));
    return new BrokerMetrics(
        all.isPresent() && kept.isPresent()
            ? OptionalLong.of(Math.max(0, all.getAsLong() - kept.getAsLong()))
            : OptionalLong.empty(),
        clients.isPresent()
            ? OptionalLong.of(Math.max(0, clients.getAsLong() - 1))
            : OptionalLong.empty(),
        number(texts.get(heap)),
        number(texts.get(storedBytes)));
  }

  private static OptionalLong number(String text) {
    try {
      return text == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(text.strip()));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }
}
