package io.brokerbench.mqtt.stress;

import io.brokerbench.core.scenario.Qos;
import io.brokerbench.experiment.study.StudyTable;
import io.brokerbench.experiment.study.StudyTable.Column;
import io.brokerbench.experiment.study.StudyTable.Place;
import io.brokerbench.mqtt.stress.PublishedRanking.By;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The rankings of brokers: those of the study, of the paper's tables and of its text. */
final class StressRankings {

  private StressRankings() {}

  /** By rate and by latency, each beside what the paper's tables give; then where its text errs. */
  static List<StudyTable> tables(List<BestSample> bests) {
    List<StudyTable> tables = new ArrayList<>();
    tables.add(
        ranking(
            "Ranking by projected rate",
            "the same for messages published and delivered; ",
            bests,
            best -> -best.figure(Observation.PROJECTED_DELIVERED).orElse(Double.NaN),
            By.RATE));
    tables.add(
        ranking(
            "Ranking by latency",
            "",
            bests,
            best -> best.figure(Observation.LATENCY).orElse(Double.NaN),
            By.LATENCY));
    tables.add(amiss());
    return tables;
  }

  private static StudyTable ranking(
      String title,
      String note,
      List<BestSample> bests,
      ToDoubleFunction<BestSample> order,
      By by) {
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

  /** What the text says, beside what the tables say. */
  private static StudyTable amiss() {
    List<List<Place>> rows = new ArrayList<>();
    for (PublishedRanking ranking : PublishedRanking.all()) {
      List<String> tables = ranking.ofTables();
      for (int rank = 0; ranking.isAmiss() && rank < tables.size(); rank++) {
        rows.add(
            List.of(
                Place.of(ranking.by().name().toLowerCase(Locale.ROOT)),
                Place.of(ranking.testbed()),
                Place.of("" + ranking.qos().level(), ranking.qos().level()),
                Place.of("" + (rank + 1), rank + 1),
                at(ranking.brokers(), rank),
                Place.of(tables.get(rank))));
      }
    }
    return new StudyTable(
        "Rankings of the paper's text that its tables do not give",
        "The %d of its %d rankings that differ; where one has fewer brokers, the text leaves one out."
                .formatted(
                    PublishedRanking.all().stream().filter(PublishedRanking::isAmiss).count(),
                    PublishedRanking.all().size())
            + " The text also calls ActiveMQ the best in latency with each QoS of Table 8, where"
            + " EMQX is with QoS 0 and 1; and EMQX the best in projected rate with QoS 0, where"
            + " ActiveMQ is.",
        List.of(
            new Column("ranked by", ""),
            new Column("testbed", ""),
            new Column("QoS", ""),
            new Column("rank", ""),
            new Column("the paper's text", ""),
            new Column("its tables", "")),
        rows);
  }
}
