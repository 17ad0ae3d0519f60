package io.brokerbench.core.engine.assignment;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.device.Device;
import io.brokerbench.core.device.DeviceFiles;
import io.brokerbench.core.device.DeviceTable;
import io.brokerbench.core.payload.PayloadTemplate;
import io.brokerbench.core.payload.PayloadText;
import io.brokerbench.core.payload.SizeTable;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.TopicNames;
import io.brokerbench.core.security.ClientIdentity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The rows of the clients of a run, or of a slice of it, by the clients' ids.
 *
 * @param publishers rows of publishers
 * @param consumers rows of consumers
 */
public record DeviceRows(Map<Integer, Device> publishers, Map<Integer, Device> consumers) {

  /** No rows: all clients are the usual ones. */
  public static final DeviceRows NONE = new DeviceRows(Map.of(), Map.of());

  private static final String PUBLISH = "topology.topics.publish";
  private static final String SUBSCRIBE = "topology.topics.subscribe";
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([A-Za-z][A-Za-z0-9_-]*)}");
  private static final Set<String> OF_TOPICS = Set.of("publisher", "partition", "run");
  private static final Set<String> OF_SEVERAL_TOPICS =
      Set.of("publisher", "partition", "run", "metric");
  private static final Set<String> OF_FILTERS = Set.of("consumer", "run");

  /** Copies the maps. */
  public DeviceRows {
    publishers = Map.copyOf(publishers);
    consumers = Map.copyOf(consumers);
  }

  /**
   * Reads and checks the files of a scenario.
   *
   * @throws DefinitionException if one cannot be read, has too few rows, or one that is wrong; the
   *     message names file, line and column
   */
  public static DeviceRows read(Scenario scenario) {
    Optional<PayloadTemplate> template =
        scenario
            .workload()
            .payload()
            .template()
            .map(PayloadText::read)
            .map(
                text ->
                    PayloadTemplate.of(text, !scenario.workload().payload().provesByProperty()));
    scenario
        .workload()
        .payload()
        .sizes()
        .ifPresent(
            sizes -> SizeTable.of(sizes, sizes.file().map(PayloadText::readSizes), 0).largest());
    if (scenario.devices().isEmpty()) {
      scenario.topology().topics().ifPresent(DeviceRows::requireNoColumns);
      template.ifPresent(payload -> payload.requireFor(Optional.empty(), Set.of()));
      return NONE;
    }
    DeviceFiles files = scenario.devices().get();
    int publishers = scenario.topology().publishers();
    int consumers = scenario.topology().consumers();
    Optional<DeviceTable> ofPublishers =
        files
            .publishers()
            .map(file -> DeviceTable.read(file, publishers))
            .map(table -> table.requireFor(publishers, "topology.publishers"));
    Optional<DeviceTable> ofConsumers =
        files
            .consumers()
            .map(file -> DeviceTable.read(file, consumers))
            .map(table -> table.requireFor(consumers, "topology.consumers"));
    if (ofPublishers.isPresent() && ofConsumers.isPresent()) {
      ofConsumers.get().requireOtherIds(ofPublishers.get());
    }
    scenario
        .topology()
        .topics()
        .ifPresent(
            names -> {
              ofPublishers.ifPresentOrElse(
                  table -> requireTopics(names, table), () -> requireNoColumnsOfPublish(names));
              ofConsumers.ifPresentOrElse(
                  table -> requireFilters(names, table), () -> requireNoColumnsOfSubscribe(names));
            });
    template.ifPresent(payload -> requirePayload(payload, ofPublishers));
    return new DeviceRows(
        byId(ofPublishers.map(DeviceTable::devices)), byId(ofConsumers.map(DeviceTable::devices)));
  }

  private static Map<Integer, Device> byId(Optional<List<Device>> devices) {
    Map<Integer, Device> rows = new HashMap<>();
    devices.ifPresent(all -> all.forEach(device -> rows.put(rows.size(), device)));
    return rows;
  }

  private static void requirePayload(PayloadTemplate payload, Optional<DeviceTable> table) {
    payload.requireFor(
        table.map(rows -> rows.devices().get(0)), table.map(DeviceTable::fields).orElse(Set.of()));
    if (payload.dependsOnRows()) {
      table.ifPresent(rows -> requireJson(payload, rows));
    }
    for (String column : payload.columns()) {
      DeviceTable rows = table.orElseThrow();
      for (int row = 0; row < rows.devices().size(); row++) {
        if (rows.devices().get(row).value(column).isEmpty()) {
          throw rows.wrong(row, column, "a value, as it stands in the payload", "is empty");
        }
      }
    }
  }

  private static void requireJson(PayloadTemplate payload, DeviceTable table) {
    for (int row = 0; row < table.devices().size(); row++) {
      Optional<String> place = payload.noJsonAt(Optional.of(table.devices().get(row)));
      if (place.isPresent()) {
        throw table.notJson(row, payload.file(), place.get());
      }
    }
  }

  private static void requireTopics(TopicNames names, DeviceTable table) {
    for (String column : columns(names.publish(), othersOf(names), PUBLISH, table)) {
      for (int row = 0; row < table.devices().size(); row++) {
        String value = requireValue(table, row, column);
        if (value.indexOf('+') >= 0 || value.indexOf('#') >= 0) {
          throw table.wrong(row, column, "no wildcards, as it stands in a topic", value);
        }
      }
    }
  }

  private static void requireFilters(TopicNames names, DeviceTable table) {
    for (String filter : names.subscribe()) {
      for (String column : columns(filter, OF_FILTERS, SUBSCRIBE, table)) {
        for (int row = 0; row < table.devices().size(); row++) {
          requireValue(table, row, column);
        }
      }
    }
  }

  private static String requireValue(DeviceTable table, int row, String column) {
    return table
        .devices()
        .get(row)
        .value(column)
        .orElseThrow(
            () -> table.wrong(row, column, "a value, as it stands in a topic", "is empty"));
  }

  private static Set<String> othersOf(TopicNames names) {
    return names.metrics().isPresent() ? OF_SEVERAL_TOPICS : OF_TOPICS;
  }

  private static void requireNoColumns(TopicNames names) {
    requireNoColumnsOfPublish(names);
    requireNoColumnsOfSubscribe(names);
  }

  private static void requireNoColumnsOfPublish(TopicNames names) {
    requireNone(names.publish(), othersOf(names), PUBLISH, "devices.publishers");
  }

  private static void requireNoColumnsOfSubscribe(TopicNames names) {
    names
        .subscribe()
        .forEach(filter -> requireNone(filter, OF_FILTERS, SUBSCRIBE, "devices.consumers"));
  }

  /** Where no file has columns, what is in braces has to be known. */
  private static void requireNone(String text, Set<String> known, String setting, String file) {
    Matcher matcher = PLACEHOLDER.matcher(text);
    while (matcher.find()) {
      if (!known.contains(matcher.group(1))) {
        throw new DefinitionException(
            setting,
            known.stream().sorted().map(name -> "{" + name + "}").collect(Collectors.joining(", "))
                + "; and a column of "
                + file
                + ", where there is such a file",
            matcher.group());
      }
    }
  }

  /** The columns that a topic or a filter names. */
  private static Set<String> columns(
      String text, Set<String> others, String setting, DeviceTable table) {
    Set<String> columns = new TreeSet<>();
    Matcher matcher = PLACEHOLDER.matcher(text);
    while (matcher.find()) {
      String name = matcher.group(1);
      if (others.contains(name)) {
        continue;
      }
      if (!table.fields().contains(name)) {
        throw new DefinitionException(
            setting,
            "a field of %s, which has %s%s"
                .formatted(
                    table.file(),
                    String.join(", ", table.fields()),
                    Device.isField(name) ? "" : "; %s is no field".formatted(name)),
            "{" + name + "}");
      }
      columns.add(name);
    }
    return columns;
  }

  /** The rows of the clients of a slice. */
  public DeviceRows of(Assignment.Slice slice) {
    return new DeviceRows(
        some(publishers, slice.publisherIds()), some(consumers, slice.consumerIds()));
  }

  private static Map<Integer, Device> some(Map<Integer, Device> rows, ClientIds ids) {
    if (rows.size() <= ids.size()) {
      return rows;
    }
    Map<Integer, Device> some = new HashMap<>();
    for (int i = 0; i < ids.size(); i++) {
      some.put(ids.id(i), rows.get(ids.id(i)));
    }
    return some;
  }

  /** The row of a publisher, where it has one. */
  public Optional<Device> publisher(int id) {
    return Optional.ofNullable(publishers.get(id));
  }

  /** The row of a consumer, where it has one. */
  public Optional<Device> consumer(int id) {
    return Optional.ofNullable(consumers.get(id));
  }

  /** Whether some publisher has a login, or a certificate, of its own. */
  public boolean anyPublisher(Predicate<ClientIdentity> has) {
    return publishers.values().stream().map(Device::identity).anyMatch(has);
  }

  /** Whether some consumer has a login, or a certificate, of its own. */
  public boolean anyConsumer(Predicate<ClientIdentity> has) {
    return consumers.values().stream().map(Device::identity).anyMatch(has);
  }
}
