package io.brokerbench.core.device;

import io.brokerbench.core.base.DefinitionException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The rows of a file, checked: each has an id of its own, and what it needs.
 *
 * @param file as the scenario names it
 * @param columns names of all columns
 * @param devices the clients, in the order of their rows
 * @param lines on which line of the file each of them begins
 */
public record DeviceTable(
    String file, Set<String> columns, List<Device> devices, List<Integer> lines) {

  /** Copies the lists. */
  public DeviceTable {
    columns = Set.copyOf(columns);
    devices = List.copyOf(devices);
    lines = List.copyOf(lines);
  }

  /**
   * Reads a file.
   *
   * @param most rows that are wanted; those that follow are not looked at
   * @throws DefinitionException if it cannot be read, or a row is wrong; the message names file,
   *     line and column
   */
  public static DeviceTable read(String file, int most) {
    List<Device> devices = new ArrayList<>();
    List<Integer> lines = new ArrayList<>();
    Set<String> columns = new HashSet<>();
    Map<String, Integer> lineOfId = new HashMap<>();
    CertificateCheck certificates = new CertificateCheck();
    RowFile.forEach(
        file,
        most,
        row -> {
          Device device = row.device(certificates);
          Integer first = lineOfId.putIfAbsent(device.id(), row.line());
          if (first != null) {
            throw row.wrong(
                Device.ID, "must be unique; line " + first + " has it too", device.id());
          }
          columns.addAll(row.values().keySet());
          devices.add(device);
          lines.add(row.line());
        });
    return new DeviceTable(file, columns, devices, lines);
  }

  /** The columns that topics and payloads may name, in the order of the alphabet. */
  public Set<String> fields() {
    return columns.stream().filter(Device::isField).collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Checks that there is a row for each client.
   *
   * @param clients how many there are
   * @param setting that says so
   */
  public DeviceTable requireFor(int clients, String setting) {
    if (devices.size() < clients) {
      // by its path, and not by an option: the scenario or --set may have set it
      throw new DefinitionException(
          file,
          "a row for each client, and %s is %d".formatted(setting, clients),
          devices.size() == 1 ? "has 1 row" : "has " + devices.size() + " rows");
    }
    return this;
  }

  /** Where the row of a client is, as file and line; empty where it has none. */
  public Optional<String> placeOf(String id) {
    return IntStream.range(0, devices.size())
        .filter(row -> devices.get(row).id().equals(id))
        .mapToObj(this::placeOf)
        .findFirst();
  }

  private String placeOf(int row) {
    return file + ":" + lines.get(row);
  }

  /**
   * Checks that no client has an id of another file.
   *
   * @throws DefinitionException if one has; the message names both lines
   */
  public void requireOtherIds(DeviceTable others) {
    Map<String, Integer> rows = new HashMap<>();
    for (int row = 0; row < others.devices.size(); row++) {
      rows.put(others.devices.get(row).id(), row);
    }
    for (int row = 0; row < devices.size(); row++) {
      String id = devices.get(row).id();
      if (rows.containsKey(id)) {
        throw wrong(
            row,
            Device.ID,
            "must be unique across both files; " + others.placeOf(rows.get(id)) + " has it too",
            id);
      }
    }
  }

  /** The problem of a template that does not make JSON with a row's values. */
  public DefinitionException notJson(int row, String template, String place) {
    return new DefinitionException(
        "%s:%d: its values do not make JSON of %s:%s; without quotes stand numbers, true and false"
            .formatted(file, lines.get(row), template, place));
  }

  /** The problem of one row's value. */
  public DefinitionException wrong(int row, String column, String limit, String value) {
    return new DefinitionException(
        "%s:%d: %s".formatted(file, lines.get(row), column), limit, value);
  }
}
