package io.brokerbench.containers.metrics;

import io.brokerbench.containers.TopicClient;
import io.brokerbench.core.result.BrokerMetrics;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Figures that a broker publishes on topics below {@code $SYS}.
 *
 * @param stored topic with the number of all messages that it holds
 * @param retained topic with the number of those that are retained ones, which wait for no client
 * @param connections topic with the number of clients that are connected, us among them
 * @param heap topic with the bytes that it has allocated
 * @param storedBytes topic with the bytes of the payloads that it holds
 * @param reportsLiveHeap whether each byte of that heap is in use
 */
public record SysTopics(
    Optional<String> stored,
    Optional<String> retained,
    Optional<String> connections,
    Optional<String> heap,
    Optional<String> storedBytes,
    boolean reportsLiveHeap)
    implements MetricsQuery {

  private static final String CLIENT = "brokerbench-metrics";

  @Override
  public OptionalInt port() {
    return OptionalInt.empty();
  }

  @Override
  public MetricsSource open(InetSocketAddress address) throws IOException {
    TopicClient reader =
        TopicClient.open(
            address,
            CLIENT,
            Stream.of(stored, retained, connections, heap, storedBytes)
                .flatMap(Optional::stream)
                .toList());
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
    OptionalLong all = number(texts, stored);
    OptionalLong kept = number(texts, retained);
    OptionalLong clients = number(texts, connections);
    return new BrokerMetrics(
        all.isPresent() && (kept.isPresent() || retained.isEmpty())
            ? OptionalLong.of(Math.max(0, all.getAsLong() - kept.orElse(0)))
            : OptionalLong.empty(),
        clients.isPresent()
            ? OptionalLong.of(Math.max(0, clients.getAsLong() - 1))
            : OptionalLong.empty(),
        number(texts, heap),
        number(texts, storedBytes));
  }

  private static OptionalLong number(Map<String, String> texts, Optional<String> topic) {
    try {
      return topic
          .filter(texts::containsKey)
          .map(name -> OptionalLong.of(Long.parseLong(texts.get(name).strip())))
          .orElse(OptionalLong.empty());
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }
}
