package io.brokerbench.containers.metrics;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.core.result.BrokerMetrics;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Figures that a broker reports in JSON over HTTP.
 *
 * @param httpPort on which it answers
 * @param login {@code user:password}, or empty for none
 * @param queued where numbers of queued messages are, which add up
 * @param kept where numbers of those among them are that wait for no client
 * @param connections where the number of connections is
 * @param memory where the allocated memory is
 */
public record ManagementPages(
    int httpPort,
    String login,
    List<Place> queued,
    List<Place> kept,
    Optional<Place> connections,
    Optional<Place> memory)
    implements MetricsQuery {

  /** ActiveMQ Classic's Jolokia, which answers POST alone from 6.2.6 on. */
  private static final String JOLOKIA = "/api/jolokia/";

  /** In the names of ActiveMQ Classic's beans. */
  private static final String SUBSCRIPTIONS =
      ",destinationType=Topic,destinationName=*,endpoint=Consumer,clientId=*,consumerId=*";

  /** In the names of Artemis' beans. */
  private static final String OWN_QUEUES =
      ",component=addresses,address=%22$sys.*%22,subcomponent=queues,routing-type=*,queue=*";

  /** Of RabbitMQ's plugin for management. */
  public static final ManagementPages RABBITMQ =
      new ManagementPages(
          15_672,
          "guest:guest",
          List.of(new Place("/api/overview", "/queue_totals/messages")),
          List.of(),
          Optional.of(new Place("/api/overview", "/object_totals/connections")),
          Optional.of(new Place("/api/nodes?columns=mem_used", "")));

  /**
   * Of the Jolokia in Artemis' console, for a broker that is named {@code brokerbench}. In its
   * total are messages of its own: one for each persistent session of MQTT, and the retained ones.
   */
  public static final ManagementPages ARTEMIS =
      new ManagementPages(
          8_161,
          "artemis:artemis",
          List.of(artemis("", "TotalMessageCount")),
          List.of(artemis(OWN_QUEUES, "MessageCount")),
          Optional.of(artemis("", "ConnectionCount")),
          Optional.of(
              new Place(
                  "/console/jolokia/read/java.lang:type=Memory/HeapMemoryUsage", "/value/used")));

  /**
   * Of the Jolokia in the console of ActiveMQ Classic, for a broker that is named {@code
   * brokerbench}. Its total knows of queues only; each subscription to a topic reports what it
   * waits for, including what it was sent and has not acknowledged.
   */
  public static final ManagementPages ACTIVEMQ =
      new ManagementPages(
          8_161,
          "admin:admin",
          List.of(
              activeMq("", "TotalMessageCount"),
              activeMq(SUBSCRIPTIONS, "PendingQueueSize"),
              activeMq(SUBSCRIPTIONS, "DispatchedQueueSize")),
          List.of(),
          Optional.of(activeMq("", "CurrentConnectionsCount")),
          Optional.of(asked("java.lang:type=Memory", "HeapMemoryUsage", "/value/used")));

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Copies the list. */
  public ManagementPages {
    queued = List.copyOf(queued);
    kept = List.copyOf(kept);
  }

  /**
   * A figure, or several below each other.
   *
   * @param path of the page
   * @param json what is asked by POST; empty for a page that is read by GET
   * @param pointer to a number in it, or to what has numbers in it (RFC 6901)
   */
  public record Place(String path, Optional<String> json, String pointer) {

    /** On a page that is read by GET. */
    public Place(String path, String pointer) {
      this(path, Optional.empty(), pointer);
    }
  }

  private static Place artemis(String part, String attribute) {
    return new Place(
        "/console/jolokia/read/org.apache.activemq.artemis:broker=%22brokerbench%22"
            + part
            + "/"
            + attribute,
        "/value");
  }

  private static Place activeMq(String part, String attribute) {
    return asked(
        "org.apache.activemq:type=Broker,brokerName=brokerbench" + part, attribute, "/value");
  }

  private static Place asked(String bean, String attribute, String pointer) {
    String json =
        "{\"type\":\"read\",\"mbean\":\"%s\",\"attribute\":\"%s\"}".formatted(bean, attribute);
    return new Place(JOLOKIA, Optional.of(json), pointer);
  }

  @Override
  public OptionalInt port() {
    return OptionalInt.of(httpPort);
  }

  @Override
  public MetricsSource open(InetSocketAddress address) {
    return () ->
        new BrokerMetrics(
            without(sum(address, queued), sum(address, kept)),
            sum(address, connections.stream().toList()),
            sum(address, memory.stream().toList()));
  }

  /**
   * How many times a page has a value, whatever its place.
   *
   * @param text the value as JSON has it: {@code true}
   * @throws IOException if the page is not to be had
   */
  public long count(InetSocketAddress address, String path, String text) throws IOException {
    JsonNode page = JSON.readTree(HttpPage.text(address, path, login));
    return leaves(page).stream().filter(leaf -> leaf.asText().equals(text)).count();
  }

  private static List<JsonNode> leaves(JsonNode node) {
    if (node.isValueNode()) {
      return List.of(node);
    }
    List<JsonNode> all = new ArrayList<>();
    node.forEach(child -> all.addAll(leaves(child)));
    return all;
  }

  private static OptionalLong without(OptionalLong all, OptionalLong kept) {
    return all.isPresent() ? OptionalLong.of(Math.max(0, all.getAsLong() - kept.orElse(0))) : all;
  }

  private OptionalLong sum(InetSocketAddress address, List<Place> places) throws IOException {
    OptionalLong sum = OptionalLong.empty();
    for (Place place : places) {
      JsonNode found =
          JSON.readTree(HttpPage.text(address, place.path(), login, place.json()))
              .at(JsonPointer.compile(place.pointer()));
      for (JsonNode leaf : leaves(found)) {
        if (leaf.isNumber()) {
          sum = OptionalLong.of(sum.orElse(0) + leaf.asLong());
        }
      }
    }
    return sum;
  }
}
