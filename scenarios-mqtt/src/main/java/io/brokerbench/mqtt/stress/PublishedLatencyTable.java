package io.brokerbench.mqtt.stress;

import io.brokerbench.core.scenario.Qos;
import io.brokerbench.experiment.study.StudyResult.Bar;
import io.brokerbench.experiment.study.StudyResult.BarChart;
import io.brokerbench.experiment.study.StudyTable;
import io.brokerbench.experiment.study.StudyTable.Column;
import io.brokerbench.experiment.study.StudyTable.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A table of latencies of the paper, 10 or 11, laid out as it is printed there: a row for each
 * broker, a column for each QoS; with the brokers that were measured beside those of the paper.
 *
 * @param number its number
 * @param testbed where the paper measured it
 * @param caption its caption, without its number, word by word
 */
record PublishedLatencyTable(int number, String testbed, String caption) {

  static final List<PublishedLatencyTable> ALL =
      List.of(
          new PublishedLatencyTable(
              10,
              PublishedStress.LOCAL,
              "Latency comparison of all the brokers in local test environment"),
          new PublishedLatencyTable(
              11,
              PublishedStress.CLOUD,
              "Latency comparison of all the brokers in the cloud evaluation environment"));

  private static final String NOTE = " * does not count: Tables 6 to 9 have the status";

  /** All brokers by QoS, in the order of the paper: those of one core first. */
  private List<Observed> observed(List<BestSample> bests, Qos qos) {
    return Observed.beside(
        PublishedStress.all().stream()
            .filter(row -> row.testbed().equals(testbed) && row.qos() == qos)
            .map(Observed::of)
            .toList(),
        bests.stream().filter(best -> best.qos() == qos).map(Observed::of).toList());
  }

  /** The table. */
  StudyTable table(List<BestSample> bests) {
    Map<String, Map<Qos, Observed>> brokers = new LinkedHashMap<>();
    for (Qos qos : Qos.values()) {
      for (Observed one : observed(bests, qos)) {
        brokers.computeIfAbsent(one.title(), title -> new LinkedHashMap<>()).put(qos, one);
      }
    }
    List<Column> columns = new ArrayList<>(List.of(new Column("broker", "")));
    for (Qos qos : Qos.values()) {
      columns.add(new Column("QoS " + qos.level(), "ms"));
    }
    List<List<Place>> rows = new ArrayList<>();
    brokers.forEach((title, ofQos) -> rows.add(row(title, ofQos)));
    return new StudyTable(
        "Table %d: mean latencies of all brokers, beside the paper's %s testbed"
            .formatted(number, testbed),
        PublishedTable.quoted(caption)
            + (bests.stream().allMatch(best -> best.cell().counts()) ? "" : NOTE),
        columns,
        rows);
  }

  private static List<Place> row(String title, Map<Qos, Observed> ofQos) {
    List<Place> row = new ArrayList<>(List.of(Place.of(title)));
    for (Qos qos : Qos.values()) {
      row.add(
          Optional.ofNullable(ofQos.get(qos))
              .map(PublishedLatencyTable::starred)
              .orElseGet(() -> Place.of("-")));
    }
    return row;
  }

  private static Place starred(Observed observed) {
    Place place = observed.place(Observation.LATENCY);
    return observed.counts() ? place : new Place(place.text() + "*", place.value(), place.cell());
  }

  /** Its latencies as bars, by QoS. */
  BarChart bars(List<BestSample> bests) {
    List<Bar> bars = new ArrayList<>();
    for (Qos qos : Qos.values()) {
      for (Observed one : observed(bests, qos)) {
        String label = "QoS %d, %s".formatted(qos.level(), one.title());
        PublishedTable.bar(label, one.source(), one, Observation.LATENCY).ifPresent(bars::add);
      }
    }
    return new BarChart(
        "Latencies of Table %d, as in the paper's Figures 7 and 10".formatted(number),
        "mean latency",
        "ms",
        bars);
  }
}
