package io.brokerbench.core.engine;

import static java.util.Comparator.comparing;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.device.Device;
import io.brokerbench.core.device.DeviceFiles;
import io.brokerbench.core.device.DeviceTable;
import io.brokerbench.core.engine.FilterTree.Match;
import io.brokerbench.core.engine.assignment.DeviceRows;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.TopicNames;
import io.brokerbench.core.scenario.Topology;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What a scenario's own names of topics require of each other: each topic that is published is one
 * that whoever is owed its messages has subscribed to, once, and no other consumer. Else they would
 * be lost, come twice or come to others, and not by the broker's fault.
 *
 * @param scenario whose topics they are
 * @param devices its rows
 */
record TopicRequirements(Scenario scenario, DeviceRows devices) {

  private static final String RUN = "run";

  /**
   * Checks it.
   *
   * @throws DefinitionException if a topic is matched by no filter of a consumer that is owed its
   *     messages, by more than one, or by that of another consumer; names both, or the row whose
   *     value does not fit
   */
  static void require(Scenario scenario, DeviceRows devices) {
    Optional<TopicNames> names = scenario.topology().topics();
    if (names.isPresent()
        && !names.get().renamed().orElse(false)
        && scenario.topology().consumers() > 0
        && !scenario.connectsOnly()) {
      new TopicRequirements(scenario, devices).require();
    }
  }

  private void require() {
    Map<List<String>, Integer> owners = new HashMap<>();
    FilterTree filters = new FilterTree();
    for (int consumer = 0; consumer < topology().consumers(); consumer++) {
      int owner = owner(consumer, owners);
      filtersOf(consumer).forEach(filter -> filters.add(filter, owner));
    }
    Subscriptions subscriptions =
        new Subscriptions(topology(), filters, owners.values().stream().sorted().toList());
    for (int publisher = 0; publisher < topology().publishers(); publisher++) {
      for (String topic : topology().topicsOf(publisher, RUN)) {
        requireMatched(publisher, topic, subscriptions);
      }
    }
  }

  private Topology topology() {
    return scenario.topology();
  }

  /**
   * With partitions, each consumer is owed messages of its own; with others, alike ones are one.
   */
  private int owner(int consumer, Map<List<String>, Integer> owners) {
    List<String> key =
        topology().distribution() == Distribution.PARTITIONS
            ? List.of(Integer.toString(consumer))
            : filtersOf(consumer);
    return owners.computeIfAbsent(key, filters -> consumer);
  }

  /**
   * What all consumers have subscribed to.
   *
   * @param filters by their owners
   * @param owners of which one stands for all that have the same filters
   */
  private record Subscriptions(Topology topology, FilterTree filters, List<Integer> owners) {

    /** A consumer that is owed the messages of a topic and does not get them. */
    Optional<Integer> missing(int publisher, String topic) {
      List<Match> matches = filters.matching(topic);
      Predicate<Integer> missing =
          consumer -> matches.stream().noneMatch(match -> match.owners().contains(consumer));
      return switch (topology.distribution()) {
        case PARTITIONS -> Optional.of(topology.partitionOf(publisher)).filter(missing);
        case ALL ->
            matches.stream().anyMatch(match -> match.owners().size() == owners.size())
                ? Optional.empty()
                : owners.stream().filter(missing).findFirst();
        default -> matches.isEmpty() ? Optional.of(owners.get(0)) : Optional.empty();
      };
    }
  }

  /**
   * Checks one topic.
   *
   * @param usual topic of a publisher, with the columns of its row still in braces
   */
  private void requireMatched(int publisher, String usual, Subscriptions subscriptions) {
    Optional<Device> device = devices.publisher(publisher);
    String topic = device.map(row -> row.fillIn(usual)).orElse(usual);
    Optional<Integer> missing = subscriptions.missing(publisher, topic);
    if (missing.isEmpty()) {
      requireNoMore(publisher, topic, subscriptions.filters().matching(topic));
      return;
    }
    int consumer = missing.get();
    for (Device row : device.stream().toList()) {
      for (String column : slashed(row, usual)) {
        String value = row.value(column).orElseThrow();
        String oneLevel = usual.replace("{" + column + "}", value.replace('/', '_'));
        if (subscriptions.missing(publisher, row.fillIn(oneLevel)).isEmpty()) {
          throw tooManyLevels(publisher, column, topic, consumer);
        }
      }
    }
    requireOfRow(consumer, "%s of publisher %d".formatted(topic, publisher));
    List<String> filters = filtersOf(consumer);
    throw new DefinitionException(
        "topology.topics.subscribe",
        ("a filter of consumer %d that matches %s of publisher %d"
                + " (or renamed: true, where a bridge gives topics other names)")
            .formatted(consumer, topic, publisher),
        filters.size() == 1 ? filters.get(0) : filters.size() + " filters");
  }

  /** A broker delivers to whoever has subscribed, and may do so for each filter that matches. */
  private void requireNoMore(int publisher, String topic, List<Match> matches) {
    Distribution distribution = topology().distribution();
    if (matches.size() == 1 && distribution != Distribution.PARTITIONS) {
      return;
    }
    Map<Integer, String> seen = new HashMap<>();
    for (Match match : matches) {
      for (int consumer : match.owners()) {
        if (distribution == Distribution.PARTITIONS
            && consumer != topology().partitionOf(publisher)) {
          throw new DefinitionException(
              "topology.topics.subscribe",
              "a filter that does not match %s of publisher %d, which consumer %d is not owed"
                  .formatted(topic, publisher, consumer),
              match.filter());
        }
        boolean ofGroup = distribution == Distribution.SHARED;
        String other = seen.putIfAbsent(ofGroup ? 0 : consumer, match.filter());
        if (other != null && !other.equals(match.filter())) {
          throw new DefinitionException(
              "topology.topics.subscribe",
              ("not beside %s, as both match %s of publisher %d, and a broker may deliver it for"
                      + " each")
                  .formatted(other, topic, publisher),
              match.filter());
        }
      }
    }
  }

  /** Where a consumer's only filter has a value of its row, that row does not fit. */
  private void requireOfRow(int consumer, String topic) {
    Optional<String> file = scenario.devices().flatMap(DeviceFiles::consumers);
    List<String> filters = topology().filtersOf(consumer, RUN);
    if (file.isEmpty() || filters.size() > 1) {
      return;
    }
    Device row = devices.consumer(consumer).orElseThrow();
    Optional<String> column =
        columns(row, filters.get(0))
            .max(comparing(each -> row.value(each).orElseThrow().matches(".*[/+#].*")));
    if (column.isPresent()) {
      throw DeviceTable.read(file.get(), consumer + 1)
          .wrong(
              consumer,
              column.get(),
              "in a filter of consumer %d that matches %s, which %s does not"
                  .formatted(consumer, topic, row.fillIn(filters.get(0))),
              row.value(column.get()).orElseThrow());
    }
  }

  /** The columns in a topic or a filter. */
  private static Stream<String> columns(Device row, String text) {
    return Stream.concat(Stream.of(Device.ID), row.fields().keySet().stream().sorted())
        .filter(column -> text.contains("{" + column + "}"));
  }

  /** The columns in a topic whose values have several levels. */
  private static List<String> slashed(Device row, String topic) {
    return columns(row, topic)
        .filter(column -> row.value(column).orElseThrow().indexOf('/') >= 0)
        .toList();
  }

  private DefinitionException tooManyLevels(
      int publisher, String column, String topic, int consumer) {
    String file = scenario.devices().flatMap(DeviceFiles::publishers).orElseThrow();
    return DeviceTable.read(file, publisher + 1)
        .wrong(
            publisher,
            column,
            "without /, as it is one level of the topic %s, which no filter of consumer %d matches"
                .formatted(topic, consumer),
            devices.publisher(publisher).flatMap(row -> row.value(column)).orElseThrow());
  }

  private List<String> filtersOf(int consumer) {
    Optional<Device> device = devices.consumer(consumer);
    return topology().filtersOf(consumer, RUN).stream()
        .map(filter -> device.map(row -> row.fillIn(filter)).orElse(filter))
        .toList();
  }
}
