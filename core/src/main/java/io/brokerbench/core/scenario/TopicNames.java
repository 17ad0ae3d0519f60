package io.brokerbench.core.scenario;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.base.DefinitionException;
import java.util.List;

/**
 * What topics are called, where that matters to a scenario: beside another run on the same broker,
 * or over a bridge that gives them other names.
 *
 * @param publish topic of a publisher; {@code {publisher}} stands for its id, {@code {partition}}
 *     for its partition and {@code {run}} for the name of the run. Without {@code {publisher}} all
 *     publishers share topics
 * @param subscribe topic filters of a consumer, which subscribes to all of them; {@code {consumer}}
 *     stands for its id and {@code {run}} for the name of the run. They have to match what is
 *     published, each topic by one of them, or messages count as lost
 */
public record TopicNames(
    @JsonPropertyDescription(
            "Topic of a publisher; {publisher}, {partition} and {run} are replaced.")
        @Bounds(min = 1)
        String publish,
    @JsonPropertyDescription("Topic filters of a consumer; {consumer} and {run} are replaced.")
        @Bounds(min = 1, max = TopicNames.MAX_FILTERS)
        List<String> subscribe) {

  /** Most filters of a consumer. */
  public static final int MAX_FILTERS = 1_000;

  private static final int MAX_LENGTH = 1_000;
  private static final String PUBLISHER = "{publisher}";
  private static final String PARTITION = "{partition}";
  private static final String CONSUMER = "{consumer}";
  private static final String RUN = "{run}";

  /** Checks the names. */
  public TopicNames {
    subscribe = subscribe == null ? List.of() : List.copyOf(subscribe);
    requireName("publish", publish);
    if (publish.indexOf('+') >= 0 || publish.indexOf('#') >= 0) {
      throw new DefinitionException("publish", "a topic, which has no wildcards", publish);
    }
    if (subscribe.isEmpty() || subscribe.size() > MAX_FILTERS) {
      throw new DefinitionException(
          "subscribe", "between 1 and " + MAX_FILTERS + " topic filters", subscribe.size());
    }
    subscribe.forEach(filter -> requireName("subscribe", filter));
  }

  private static void requireName(String field, String name) {
    if (name == null || name.isEmpty() || name.length() > MAX_LENGTH) {
      throw new DefinitionException(
          field,
          "a topic of 1 to " + MAX_LENGTH + " characters",
          name == null ? "missing" : "of " + name.length());
    }
    if (name.indexOf('\0') >= 0) {
      throw new DefinitionException(field + ": no topic has the character 0");
    }
  }

  /** Names below one root: {@code root/<publisher>}, all of which each consumer subscribes to. */
  public static TopicNames below(String root) {
    return new TopicNames(root + "/" + PUBLISHER, List.of(root + "/#"));
  }

  /** One topic that all publish to and subscribe to. */
  public static TopicNames one(String topic) {
    return new TopicNames(topic, List.of(topic));
  }

  /** Topic of a publisher. */
  String topicOf(int publisher, int partition, String run) {
    return publish
        .replace(RUN, run)
        .replace(PUBLISHER, Integer.toString(publisher))
        .replace(PARTITION, Integer.toString(partition));
  }

  /** Filters of a consumer. */
  List<String> filtersOf(int consumer, String run) {
    return subscribe.stream()
        .map(filter -> filter.replace(RUN, run).replace(CONSUMER, Integer.toString(consumer)))
        .toList();
  }
}
