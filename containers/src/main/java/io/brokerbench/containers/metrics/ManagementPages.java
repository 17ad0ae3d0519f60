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
   * @param login {@code user:password}, or empty for none
   * @param text the value as JSON has it: {@code true}
   * @throws IOException if the page is not to be had
   */
  public static long count(InetSocketAddress address, String path, String login, String text)
      throws IOException {
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
