package io.brokerbench.core.engine;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.device.Device;
import io.brokerbench.core.engine.assignment.DeviceRows;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.TopicNames;
import io.brokerbench.core.scenario.Topology;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a scenario's own names of topics require of each other: each topic that is published is one
 * that whoever is owed its messages has subscribed to. Else they would be lost, and not by the
 * broker.
 *
 * @param topology of the scenario
 * @param devices its rows
 */
record TopicRequirements(Topology topology, DeviceRows devices) {

  private static final String RUN = "run";

  /**
   * Checks it.
   *
   * @throws DefinitionException if a topic is matched by no filter of a consumer that is owed its
   *     messages; names both
   */
  static void require(Scenario scenario, DeviceRows devices) {
    Optional<TopicNames> names = scenario.topology().topics();
    if (names.isPresent()
        && !names.get().renamed().orElse(false)
        && scenario.topology().consumers() > 0
        && !scenario.connectsOnly()) {
      new TopicRequirements(scenario.topology(), devices).require();
    }
  }

  private void require() {
    Map<List<String>, Integer> owners = new HashMap<>();
    FilterTree filters = new FilterTree();
    for (int consumer = 0; consumer < topology.consumers(); consumer++) {
      int owner = owner(consumer, owners);
      filtersOf(consumer).forEach(filter -> filters.add(filter, owner));
    }
    List<Integer> alike = owners.values().stream().sorted().toList();
    for (int publisher = 0; publisher < topology.publishers(); publisher++) {
      for (String topic : topicsOf(publisher)) {
        requireMatched(publisher, topic, filters, alike);
      }
    }
  }

  /**
   * With partitions, each consumer is owed messages of its own; with others, alike ones are one.
   */
  private int owner(int consumer, Map<List<String>, Integer> owners) {
    List<String> key =
        topology.distribution() == Distribution.PARTITIONS
            ? List.of(Integer.toString(consumer))
            : filtersOf(consumer);
    return owners.computeIfAbsent(key, filters -> consumer);
  }

  private void requireMatched(
      int publisher, String topic, FilterTree filters, List<Integer> owners) {
    switch (topology.distribution()) {
      case PARTITIONS -> {
        int consumer = topology.partitionOf(publisher);
        requireMatched(filters.isMatched(topic, consumer), consumer, topic, publisher);
      }
      case ALL ->
          owners.forEach(
              consumer ->
                  requireMatched(filters.isMatched(topic, consumer), consumer, topic, publisher));
      default -> requireMatched(filters.isMatched(topic), owners.get(0), topic, publisher);
    }
  }

  private void requireMatched(boolean matched, int consumer, String topic, int publisher) {
    if (!matched) {
      List<String> filters = filtersOf(consumer);
      throw new DefinitionException(
          "topology.topics.subscribe",
          ("a filter of consumer %d that matches %s of publisher %d"
                  + " (or renamed: true, where a bridge gives topics other names)")
              .formatted(consumer, topic, publisher),
          filters.size() == 1 ? filters.get(0) : filters.size() + " filters");
    }
  }

  private List<String> filtersOf(int consumer) {
    Optional<Device> device = devices.consumer(consumer);
    return topology.filtersOf(consumer, RUN).stream()
        .map(filter -> device.map(row -> row.fillIn(filter)).orElse(filter))
        .toList();
  }

  private List<String> topicsOf(int publisher) {
    Optional<Device> device = devices.publisher(publisher);
    return topology.topicsOf(publisher, RUN).stream()
        .map(topic -> device.map(row -> row.fillIn(topic)).orElse(topic))
        .toList();
  }
}
