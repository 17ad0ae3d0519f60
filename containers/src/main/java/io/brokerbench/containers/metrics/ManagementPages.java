package io.brokerbench.containers.metrics;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.core.broker.BrokerMetrics;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Figures that a broker tells in JSON over HTTP.
 *
 * @param httpPort on which it answers
 * @param login {@code user:password}
 * @param queued where the number of queued messages is
 * @param connections where the number of connections is
 * @param memory where the allocated memory is
 */
public record ManagementPages(
    int httpPort, String login, Place queued, Place connections, Place memory)
    implements MetricsQuery {

  /** Of RabbitMQ's plugin for management. */
  public static final ManagementPages RABBITMQ =
      new ManagementPages(
          15_672,
          "guest:guest",
          new Place("/api/overview", "/queue_totals/messages"),
          new Place("/api/overview", "/object_totals/connections"),
          new Place("/api/nodes", "/0/mem_used"));

  /** Of the Jolokia in Artemis' console, for a broker that is named {@code brokerbench}. */
  public static final ManagementPages ARTEMIS =
      new ManagementPages(
          8_161,
          "artemis:artemis",
          artemis("TotalMessageCount"),
          artemis("ConnectionCount"),
          new Place("/console/jolokia/read/java.lang:type=Memory/HeapMemoryUsage", "/value/used"));

  private static final int TIMEOUT_MILLIS = 5_000;
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * A figure.
   *
   * @param path of the page
   * @param pointer to a number in it (RFC 6901)
   */
  public record Place(String path, String pointer) {}

  private static Place artemis(String attribute) {
    return new Place(
        "/console/jolokia/read/org.apache.activemq.artemis:broker=%22brokerbench%22/" + attribute,
        "/value");
  }

  @Override
  public OptionalInt port() {
    return OptionalInt.of(httpPort);
  }

  @Override
  public MetricsSource open(InetSocketAddress address) {
    return new MetricsSource() {
      @Override
      public BrokerMetrics read() throws IOException {
        return new BrokerMetrics(
            number(address, queued), number(address, connections), number(address, memory));
      }

      @Override
      public void close() {
        // no connection is kept by us
      }
    };
  }

  private OptionalLong number(InetSocketAddress address, Place place) throws IOException {
    String url =
        "http://%s:%d%s".formatted(address.getHostString(), address.getPort(), place.path());
    HttpURLConnection connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
    connection.setConnectTimeout(TIMEOUT_MILLIS);
    connection.setReadTimeout(TIMEOUT_MILLIS);
    byte[] secret = login.getBytes(StandardCharsets.UTF_8);
    connection.setRequestProperty(
        "Authorization", "Basic " + Base64.getEncoder().encodeToString(secret));
    try (InputStream in = connection.getInputStream()) {
      JsonNode number = JSON.readTree(in).at(JsonPointer.compile(place.pointer()));
      return number.isNumber() ? OptionalLong.of(number.asLong()) : OptionalLong.empty();
    }
  }
}
