package io.brokerbench.experiment.study;

import io.brokerbench.experiment.cell.CellKey;
import io.brokerbench.experiment.cell.CellSeries;
import io.brokerbench.experiment.cell.StudyCell;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The samples of a row of the matrix on one broker.
 *
 * @param scenario of the row
 * @param variant of the row
 * @param broker selector
 * @param repetitions samples of each repetition, each on a broker that was started for it
 */
record RowSamples(String scenario, String variant, String broker, List<List<Double>> repetitions) {

  /**
   * All rows that have samples, in the order of their first cells.
   *
   * @param cells those that count
   */
  static List<RowSamples> of(List<StudyCell> cells, CellSeries quantity) {
    Map<List<String>, List<List<Double>>> samples = new LinkedHashMap<>();
    for (StudyCell cell : cells) {
      List<Double> own = quantity.in(cell).orElse(List.of());
      if (!own.isEmpty()) {
        samples
            .computeIfAbsent(
                List.of(cell.scenario(), cell.variant(), cell.broker()), k -> new ArrayList<>())
            .add(own);
      }
    }
    return samples.entrySet().stream()
        .map(
            e ->
                new RowSamples(
                    e.getKey().get(0), e.getKey().get(1), e.getKey().get(2), e.getValue()))
        .toList();
  }

  /** Those of all repetitions together. */
  List<Double> all() {
    return repetitions.stream().flatMap(List::stream).toList();
  }

  /** One value of each repetition. */
  List<Double> middles(CellSeries quantity) {
    return repetitions.stream().map(quantity::middle).toList();
  }

  /** Where the row lies on the study's axis; empty where it does not. */
  OptionalDouble x(Study study) {
    return study
        .variant(new CellKey(scenario, variant, broker, 1))
        .map(StudyVariant::x)
        .orElse(OptionalDouble.empty());
  }
}
