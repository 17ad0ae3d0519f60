package io.brokerbench.mqtt.stress;

import io.brokerbench.core.scenario.Qos;
import io.brokerbench.experiment.study.StudyResult.Bar;
import io.brokerbench.experiment.study.StudyResult.BarChart;
import io.brokerbench.experiment.study.StudyTable;
import io.brokerbench.experiment.study.StudyTable.Column;
import io.brokerbench.experiment.study.StudyTable.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A table of rates of the paper, 6 to 9, laid out as it is printed there: a row for each
 * observation, and for each QoS a column for each broker; with the brokers that were measured
 * beside those of the paper.
 *
 * @param number its number
 * @param several whether its brokers use several cores
 * @param testbed where the paper measured it
 * @param caption its caption, without its number, word by word
 */
record PublishedTable(int number, boolean several, String testbed, String caption) {

  private static final String OF_SCALABLE =
      " All the brokers listed in this table are scalable in nature and can use all cores available"
          + " in the system";

  static final List<PublishedTable> ALL =
      List.of(
          new PublishedTable(
              6,
              false,
              PublishedStress.LOCAL,
              "Projected message processing rates of non-scalable brokers at 100% process CPU usage"
                  + " (local test results). Mosquitto and Bevywise are fixed thread/single thread"
                  + " broker implementations. They cannot scale up to use all cores available in"
                  + " the system"),
          new PublishedTable(
              7,
              false,
              PublishedStress.CLOUD,
              "Projected message processing rates of non-scalable brokers at 100% process CPU usage"
                  + " (cloud test results). Mosquitto and Bevywise are fixed thread/single thread"
                  + " broker implementations. They cannot scale up to use all the cores available"
                  + " in the system"),
          new PublishedTable(
              8,
              true,
              PublishedStress.LOCAL,
              "Projected message processing rates of scalable brokers at 100% system CPU usage"
                  + " (local test results)."
                  + OF_SCALABLE),
          new PublishedTable(
              9,
              true,
              PublishedStress.CLOUD,
              "Projected message processing rates of scalable brokers at 100% system CPU usage"
                  + " (cloud test results)."
                  + OF_SCALABLE));

  /** The order of the bars of a broker. */
  private static final Map<Observation, String> PROJECTIONS =
      new TreeMap<>(
          Map.of(
              Observation.PROJECTED_PUBLISHED, "published",
              Observation.PROJECTED_DELIVERED, "delivered"));

  private static final String NOTE =
      "The paper does not say whether its rates count messages published or delivered, and each"
          + " message published is delivered 15 times: its one figure stands in both rows."
          + " Projected: rate / CPU x 100. A broker that was measured stands in the tables of the"
          + " cores that it was seen to use, and where its CPU was not seen, beside the paper's of"
          + " its product, or else with those of one core.";

  private static final String NOTE_OF_SYSTEM =
      " The paper's CPU is that of the whole machine, the measured one that of the broker's"
          + " process.";

  /** Slips: its caption, and the kind of its brokers, are those of Table 8. */
  private static final String NOTE_OF_TABLE_9 =
      " In the paper, the row of CPU of this table is headed as that of the process, and its corner"
          + " says \"(non-scalable)\".";

  /** A caption as the paper has it, as what is quoted. */
  static String quoted(String caption) {
    return "The paper's caption: \"" + caption + ".\"";
  }

  private String note() {
    return quoted(caption)
        + " "
        + NOTE
        + (several ? NOTE_OF_SYSTEM : "")
        + (number == 9 ? NOTE_OF_TABLE_9 : "");
  }

  private String title() {
    return "Table %d: projected rates of brokers that use %s, beside the paper's %s testbed"
        .formatted(number, several ? "several cores" : "one core", testbed);
  }

  /** Its columns: the paper's brokers of a QoS, each with those that were measured. */
  List<Observed> columns(List<BestSample> bests, Qos qos) {
    return Observed.beside(
        PublishedStress.all().stream()
            .filter(row -> row.testbed().equals(testbed) && row.qos() == qos)
            .filter(row -> row.ofSystem() == several)
            .map(Observed::of)
            .toList(),
        bests.stream()
            .filter(best -> best.qos() == qos && best.several() == several)
            .map(Observed::of)
            .toList());
  }

  private List<Observed> columns(List<BestSample> bests) {
    List<Observed> columns = new ArrayList<>();
    for (Qos qos : Qos.values()) {
      columns.addAll(columns(bests, qos));
    }
    return columns;
  }

  /** The table. */
  StudyTable table(List<BestSample> bests) {
    List<Observed> observed = columns(bests);
    List<Column> columns = new ArrayList<>(List.of(new Column("", "")));
    observed.forEach(
        one -> columns.add(new Column(one.title(), "").in("QoS " + one.qos().level())));
    List<List<Place>> rows = new ArrayList<>();
    for (Observation observation : Observation.values()) {
      List<Place> row = new ArrayList<>(List.of(Place.of(observation.title(several))));
      observed.forEach(one -> row.add(one.place(observation)));
      rows.add(row);
    }
    if (!observed.stream().allMatch(Observed::counts)) {
      List<Place> row = new ArrayList<>(List.of(Place.of("status")));
      observed.forEach(one -> row.add(one.status()));
      rows.add(row);
    }
    return new StudyTable(title(), note(), columns, rows);
  }

  /** Its projections as bars. */
  BarChart bars(List<BestSample> bests) {
    List<Bar> bars = new ArrayList<>();
    for (Observed observed : columns(bests)) {
      String label = "QoS %d, %s".formatted(observed.qos().level(), observed.title());
      if (observed.cell().isEmpty()) {
        bars.add(bar(label, Observed.PAPER, observed, Observation.PROJECTED_PUBLISHED).get());
      } else {
        PROJECTIONS.forEach(
            (observation, reading) ->
                bar(label + ", " + reading, reading, observed, observation).ifPresent(bars::add));
      }
    }
    return new BarChart(
        "Projected rates of Table %d, as in the paper's Figures 6, 8, 9 and 11".formatted(number),
        "projected rate",
        "msg/s",
        bars);
  }

  /** One bar, where its figure is known. */
  static Optional<Bar> bar(
      String label, String series, Observed observed, Observation observation) {
    return observed
        .figure(observation)
        .map(
            value ->
                new Bar(
                    label + (observed.isLowerBound(observation) ? ", at least" : ""),
                    series,
                    value,
                    observed.counts(),
                    observed.cell().map(c -> c.folder())));
  }
}
