package io.brokerbench.core.scenario;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.base.DefinitionException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What topics are called, where that matters to a scenario: beside another run on the same broker,
 * or over a bridge that gives them other names.
 *
 * @param publish topic of a publisher; {@code {publisher}} stands for its id, {@code {partition}}
 *     for its partition and {@code {run}} for the name of the run. Without {@code {publisher}} all
 *     publishers share topics
 * @param subscribe topic filters of a consumer, which subscribes to all of them; {@code {consumer}}
 *     stands for its id and {@code {run}} for the name of the run. They have to match what is
 *     published, each topic by one of them and with partitions by those of one consumer, unless
 *     topics are renamed
 * @param metrics what {@code {metric}} stands for in the topic of a publisher, which then has one
 *     topic for each, and sends its messages to them in turn; absent for one topic
 * @param renamed whether consumers get messages by other names than they are published by; absent
 *     for no
 */
public record TopicNames(
    @JsonPropertyDescription(
            "Topic of a publisher; {publisher}, {partition} and {run} are replaced.")
        @Bounds(min = 1)
        String publish,
    @JsonPropertyDescription("Topic filters of a consumer; {consumer} and {run} are replaced.")
        @Bounds(min = 1, max = TopicNames.MAX_FILTERS)
        List<String> subscribe,
    @JsonPropertyDescription(
            "What {metric} stands for in the topic of a publisher, which sends to them in turn.")
        @Bounds(min = 1, max = TopicNames.MAX_METRICS)
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<List<String>> metrics,
    @JsonPropertyDescription(
            "Whether the broker gives topics other names, as over a bridge, so that filters need"
                + " not match what is published.")
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<Boolean> renamed) {

  /** Most topics of a publisher. */
  public static final int MAX_METRICS = 100;

  /** Most filters of a consumer. */
  public static final int MAX_FILTERS = 1_000;

  private static final int MAX_LENGTH = 1_000;
  private static final String PUBLISHER = "{publisher}";
  private static final String PARTITION = "{partition}";
  private static final String CONSUMER = "{consumer}";
  private static final String RUN = "{run}";
  private static final String METRIC = "{metric}";

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
    metrics = metrics == null ? Optional.empty() : metrics.map(List::copyOf);
    renamed = renamed == null ? Optional.empty() : renamed;
    if (metrics.isPresent()) {
      requireMetrics(metrics.get(), publish);
    }
  }

  /** Names of which each publisher has one topic. */
  public TopicNames(String publish, List<String> subscribe) {
    this(publish, subscribe, Optional.empty(), Optional.empty());
  }

  /** The same, with filters of what the broker calls these topics. */
  public TopicNames renamedTo(List<String> filters) {
    return new TopicNames(publish, filters, metrics, Optional.of(true));
  }

  private static void requireMetrics(List<String> metrics, String publish) {
    if (metrics.isEmpty() || metrics.size() > MAX_METRICS) {
      throw new DefinitionException("metrics", "1 to " + MAX_METRICS + " names", metrics.size());
    }
    if (!publish.contains(METRIC)) {
      throw new DefinitionException("publish", "with {metric}, as there are metrics", publish);
    }
    Set<String> seen = new HashSet<>();
    for (String metric : metrics) {
      requireName("metrics", metric);
      if (metric.indexOf('+') >= 0 || metric.indexOf('#') >= 0 || !seen.add(metric)) {
        throw new DefinitionException("metrics", "once each, without wildcards", metric);
      }
    }
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

  /** Topics of a publisher, which sends to them in turn: one, or one for each metric. */
  List<String> topicsOf(int publisher, int partition, String run) {
    String topic = topicOf(publisher, partition, run);
    return metrics
        .map(all -> all.stream().map(metric -> topic.replace(METRIC, metric)).toList())
        .orElseGet(() -> List.of(topic));
  }

  /** Filters of a consumer. */
  List<String> filtersOf(int consumer, String run) {
    return subscribe.stream()
        .map(filter -> filter.replace(RUN, run).replace(CONSUMER, Integer.toString(consumer)))
        .toList();
  }
}
