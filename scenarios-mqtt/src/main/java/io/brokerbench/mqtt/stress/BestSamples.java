package io.brokerbench.mqtt.stress;

import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.experiment.cell.CellFigures;
import io.brokerbench.experiment.cell.StudyCell;
import io.brokerbench.experiment.study.Study;
import io.brokerbench.experiment.study.StudyTable.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Picks the best sample of each broker and QoS, and finds out how many cores brokers use. */
record BestSamples(Study study, List<StudyCell> cells) {

  /** More CPU than this, in percent of a core, and a broker has used more than one. */
  static final double ONE_CORE_PERCENT = 110;

  private static final Comparator<StudyCell> BY_RATE =
      Comparator.comparing(StudyCell::counts)
          .thenComparing(cell -> cell.figure(CellFigures.PEAK).orElse(-1.0));

  /** By QoS, then in the order of the brokers. */
  List<BestSample> all() {
    List<BestSample> bests = new ArrayList<>();
    for (Qos qos : Qos.values()) {
      for (String broker : brokers()) {
        cells.stream()
            .filter(cell -> cell.broker().equals(broker))
            .filter(cell -> cell.scenario().equals(StressCatalog.name(qos)))
            .max(BY_RATE)
            .map(
                cell ->
                    new BestSample(cell, qos, product(broker), name(broker), usesSeveral(broker)))
            .ifPresent(bests::add);
      }
    }
    return bests;
  }

  private List<String> brokers() {
    Set<String> brokers = new LinkedHashSet<>(study.brokers());
    cells.forEach(cell -> brokers.add(cell.broker()));
    return List.copyOf(brokers);
  }

  private Optional<BrokerIdentity> identity(String broker) {
    return cells.stream()
        .filter(cell -> cell.broker().equals(broker))
        .flatMap(cell -> cell.identity().stream())
        .findFirst();
  }

  /** As it calls itself; its selector where it never came so far. */
  private String product(String broker) {
    return identity(broker).map(BrokerIdentity::product).orElse(broker);
  }

  /** Product and version, with the selector where another broker is the same product. */
  private String name(String broker) {
    String product = product(broker);
    boolean alone = brokers().stream().filter(b -> product(b).equals(product)).count() == 1;
    String name = alone ? product : product + " (" + broker + ")";
    return identity(broker).map(it -> name + " " + it.version()).orElse(name);
  }

  /**
   * Seen, not assumed: the most CPU that it took in any step of any search. Where none was seen, as
   * the paper has its product.
   */
  private boolean usesSeveral(String broker) {
    return greatestCpu(broker)
        .map(seen -> seen.percent() > ONE_CORE_PERCENT)
        .orElseGet(
            () ->
                PublishedStress.all().stream()
                    .filter(row -> row.broker().equals(product(broker)))
                    .anyMatch(PublishedStress::ofSystem));
  }

  /** CPU in percent of a core, and the cell in which it was seen. */
  record Seen(double percent, StudyCell cell) {
    Place place() {
      return Place.of(Observed.shown(percent), percent).from(cell);
    }
  }

  /** Empty where its CPU was never seen. */
  Optional<Seen> greatestCpu(String broker) {
    return cells.stream()
        .filter(cell -> cell.broker().equals(broker))
        .flatMap(
            cell ->
                Stream.concat(
                        cell.figure(CellFigures.GREATEST_CPU).stream(),
                        cell.figure(BestSample.CPU).map(cores -> 100 * cores).stream())
                    .map(percent -> new Seen(percent, cell)))
        .max(Comparator.comparingDouble(Seen::percent));
  }
}
