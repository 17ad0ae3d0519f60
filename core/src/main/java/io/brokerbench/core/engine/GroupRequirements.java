package io.brokerbench.core.engine;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.device.Device;
import io.brokerbench.core.device.DeviceFiles;
import io.brokerbench.core.device.DeviceTable;
import io.brokerbench.core.engine.assignment.DeviceRows;
import io.brokerbench.core.scenario.ClientGroup;
import io.brokerbench.core.scenario.GroupedScenario;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Topology;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What groups of clients on one broker require of each other: client ids and topics of their own,
 * as one broker serves them all and each group has an account of its own.
 */
public final class GroupRequirements {

  /** In topics of this check, what stands for a group's run; no topic has it by itself. */
  private static final String RUN = "\u0001";

  private final GroupedScenario scenario;
  private final List<DeviceRows> devices = new ArrayList<>();

  private GroupRequirements(GroupedScenario scenario) {
    this.scenario = scenario;
    scenario.groups().forEach(group -> devices.add(DeviceRows.read(group.scenario())));
  }

  /**
   * Checks it; reads the files of devices.
   *
   * @throws DefinitionException if two groups have a client id in common, or the consumers of one
   *     would get what another one publishes
   */
  public static void require(GroupedScenario scenario) {
    GroupRequirements requirements = new GroupRequirements(scenario);
    requirements.requireOwnIds();
    requirements.requireOwnTopics();
  }

  private void requireOwnIds() {
    Map<String, String> owners = new HashMap<>();
    for (int i = 0; i < devices.size(); i++) {
      String group = scenario.groups().get(i).name();
      DeviceRows rows = devices.get(i);
      Stream.concat(inOrder(rows.publishers()), inOrder(rows.consumers()))
          .map(Device::id)
          .forEach(
              id -> {
                String owner = owners.putIfAbsent(id, group);
                if (owner != null && !owner.equals(group)) {
                  throw new DefinitionException(
                      placeOf(group, id) + ": id",
                      "must be of one group; %s has it too, in %s"
                          .formatted(owner, placeOf(owner, id)),
                      id);
                }
              });
    }
  }

  /** As their file has them, so that the first row that is wrong is named. */
  private static Stream<Device> inOrder(Map<Integer, Device> rows) {
    return IntStream.range(0, rows.size()).mapToObj(rows::get);
  }

  private String placeOf(String group, String id) {
    Scenario own =
        scenario.groups().stream()
            .filter(each -> each.name().equals(group))
            .findFirst()
            .orElseThrow()
            .scenario();
    Topology topology = own.topology();
    DeviceFiles files = own.devices().orElseThrow();
    return Stream.concat(
            files.publishers().map(file -> DeviceTable.read(file, topology.publishers())).stream(),
            files.consumers().map(file -> DeviceTable.read(file, topology.consumers())).stream())
        .flatMap(table -> table.placeOf(id).stream())
        .findFirst()
        .orElseThrow();
  }

  private void requireOwnTopics() {
    FilterTree filters = new FilterTree();
    for (int i = 0; i < devices.size(); i++) {
      Scenario own = scenario.groups().get(i).scenario();
      for (int id = 0; id < own.topology().subscribers(); id++) {
        Optional<Device> device = devices.get(i).consumer(id);
        for (String filter : own.topology().filtersOf(id, runOf(i))) {
          filters.add(device.map(row -> row.fillIn(filter)).orElse(filter), i);
        }
      }
    }
    for (int i = 0; i < devices.size(); i++) {
      Scenario own = scenario.groups().get(i).scenario();
      if (own.connectsOnly()) {
        continue;
      }
      for (int id = 0; id < own.topology().publishers(); id++) {
        Optional<Device> device = devices.get(i).publisher(id);
        for (String usual : own.topicsOf(id, runOf(i))) {
          String topic = device.map(row -> row.fillIn(usual)).orElse(usual);
          requireOwn(i, topic, filters.findOther(topic, i));
        }
      }
    }
  }

  private void requireOwn(int publishing, String topic, Optional<Integer> consuming) {
    if (consuming.isPresent()) {
      ClientGroup other = scenario.groups().get(consuming.get());
      throw new DefinitionException(
          "groups.%s.topology.topics".formatted(other.name()),
          "filters that match no other group's topics, as each group has an account of its own",
          "some that match %s of %s"
              .formatted(
                  topic.replaceAll(RUN + "\\d+", "{run}"),
                  scenario.groups().get(publishing).name()));
    }
  }

  /** A load with RETAIN has the same topics in each run, see {@code Assignment.topicRun}. */
  private String runOf(int group) {
    return scenario.groups().get(group).scenario().workload().retain() ? "retained" : RUN + group;
  }
}
