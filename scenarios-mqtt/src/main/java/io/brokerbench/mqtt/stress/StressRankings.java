package io.brokerbench.mqtt.stress;

import io.brokerbench.core.scenario.Qos;
import io.brokerbench.experiment.study.StudyTable;
import io.brokerbench.experiment.study.StudyTable.Column;
import io.brokerbench.experiment.study.StudyTable.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The rankings of brokers: those of the study and of the paper's tables. */
final class StressRankings {

  private StressRankings() {}

  /** RankedBy rate and by latency, each beside what the paper's tables give. */
  static List<StudyTable> tables(List<BestSample> bests) {
    List<StudyTable> tables = new ArrayList<>();
    tables.add(
        ranking(
            "Ranking by projected rate",
            "the same for messages published and delivered; ",
            bests,
            best -> -best.figure(Observation.PROJECTED_DELIVERED).orElse(Double.NaN),
            RankedBy.RATE));
    tables.add(
        ranking(
            "Ranking by latency",
            "",
            bests,
            best -> best.figure(Observation.LATENCY).orElse(Double.NaN),
            RankedBy.LATENCY));
    return tables;
  }

  private static StudyTable ranking(
      String title,
      String note,
      List<BestSample> bests,
      ToDoubleFunction<BestSample> order,
      RankedBy by) {
    List<List<Place>> rows = new ArrayList<>();
    for (Qos qos : Qos.values()) {
      List<BestSample> ranked =
          bests.stream()
              .filter(best -> best.qos() == qos && best.cell().counts())
              .filter(best -> !Double.isNaN(order.applyAsDouble(best)))
              .sorted(Comparator.comparingDouble(order))
              .toList();
      List<String> local = by.ofTables(PublishedStress.LOCAL, qos);
      List<String> cloud = by.ofTables(PublishedStress.CLOUD, qos);
      int ranks = Math.max(ranked.size(), Math.max(local.size(), cloud.size()));
      for (int rank = 0; !ranked.isEmpty() && rank < ranks; rank++) {
        List<Place> row = new ArrayList<>();
        row.add(Place.of("" + qos.level(), qos.level()));
        row.add(Place.of("" + (rank + 1), rank + 1));
        row.add(
            rank < ranked.size()
                ? Place.of(ranked.get(rank).broker()).from(ranked.get(rank).cell())
                : Place.of(""));
        row.add(at(local, rank));
        row.add(at(cloud, rank));
        rows.add(row);
      }
    }
    return new StudyTable(
        title,
        note + "brokers whose figures do not count, or are not known, are left out",
        List.of(
            new Column("QoS", ""),
            new Column("rank", ""),
            new Column("measured", ""),
            new Column("paper, local", ""),
            new Column("paper, cloud", "")),
        rows);
  }

  private static Place at(List<String> brokers, int rank) {
    return Place.of(rank < brokers.size() ? brokers.get(rank) : "");
  }
}
