package io.brokerbench.mqtt.stress;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.experiment.cell.CellFigures;
import io.brokerbench.experiment.cell.StudyCell;
import io.brokerbench.experiment.study.StudyTable.Place;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the paper or the study observed of a broker with a QoS: a column of the tables.
 *
 * @param broker name of the broker with its version
 * @param product of the broker
 * @param qos of the messages
 * @param several whether it uses several cores
 * @param figures those that are known
 * @param cell where it was measured; absent for the paper's
 */
record Observed(
    String broker,
    String product,
    Qos qos,
    boolean several,
    Map<Observation, Double> figures,
    Optional<StudyCell> cell) {

  /** What is the paper's. */
  static final String PAPER = "paper";

  /** What is the study's. */
  static final String MEASURED = "measured";

  /** Of the paper: its one rate stands for both readings. */
  static Observed of(PublishedStress row) {
    return new Observed(
        row.broker() + " " + row.version(),
        row.broker(),
        row.qos(),
        row.ofSystem(),
        Map.of(
            Observation.PEAK_PUBLISHED, row.peakPerSecond(),
            Observation.PEAK_DELIVERED, row.peakPerSecond(),
            Observation.CPU, row.cpuPercent(),
            Observation.PROJECTED_PUBLISHED, row.projectedPerSecond(),
            Observation.PROJECTED_DELIVERED, row.projectedPerSecond(),
            Observation.LATENCY, row.latencyMillis()),
        Optional.empty());
  }

  /** Of the study. */
  static Observed of(BestSample best) {
    Map<Observation, Double> figures = new EnumMap<>(Observation.class);
    for (Observation observation : Observation.values()) {
      best.figure(observation).ifPresent(value -> figures.put(observation, value));
    }
    return new Observed(
        best.broker(),
        best.product(),
        best.qos(),
        best.several(),
        figures,
        Optional.of(best.cell()));
  }

  /** All of the paper's, then those of the study behind the paper's of the same product. */
  static List<Observed> beside(List<Observed> published, List<Observed> measured) {
    List<Observed> all = new ArrayList<>();
    for (Observed row : published) {
      all.add(row);
      measured.stream().filter(m -> m.product().equals(row.product())).forEach(all::add);
    }
    measured.stream().filter(m -> !all.contains(m)).forEach(all::add);
    return all;
  }

  /** {@code Mosquitto 1.4.15, paper}. */
  String title() {
    return broker + ", " + source();
  }

  /** Whose it is. */
  String source() {
    return cell.isPresent() ? MEASURED : PAPER;
  }

  /** A figure; empty where it is not known. */
  Optional<Double> figure(Observation observation) {
    return Optional.ofNullable(figures.get(observation));
  }

  /** Whether its figures count; the paper's do. */
  boolean counts() {
    return cell.map(StudyCell::counts).orElse(true);
  }

  /** A figure as a table has it: the paper's with all its digits. */
  Place place(Observation observation) {
    Place place =
        figure(observation)
            .map(value -> Place.of(cell.isPresent() ? shown(value) : exact(value), value))
            .orElseGet(() -> Place.of("-"));
    Place bound = isLowerBound(observation) ? place.atLeast() : place;
    return cell.isPresent() && place.value().isPresent() ? bound.from(cell.get()) : bound;
  }

  boolean isLowerBound(Observation observation) {
    return switch (observation) {
      case PEAK_PUBLISHED, PEAK_DELIVERED -> isLowerBound(CellFigures.PEAK);
      case LATENCY -> isLowerBound(BestSample.LATENCY);
      case CPU, PROJECTED_PUBLISHED, PROJECTED_DELIVERED -> false;
    };
  }

  private boolean isLowerBound(Figure figure) {
    return cell.filter(sample -> sample.isLowerBound(figure)).isPresent();
  }

  /** Why a sample does not simply count; empty where it does. */
  Place status() {
    return cell.filter(sample -> !sample.counts())
        .map(sample -> Place.of(sample.status().name()).from(sample))
        .orElseGet(() -> Place.of(""));
  }

  private static String exact(double value) {
    return NumberText.exact(value);
  }

  /** A measured figure, with the digits that it deserves. */
  static String shown(double value) {
    return Math.abs(value) >= 1_000 ? NumberText.rate(value) : NumberText.measured(value);
  }
}
