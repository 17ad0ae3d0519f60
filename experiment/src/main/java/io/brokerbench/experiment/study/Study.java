package io.brokerbench.experiment.study;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.core.scenario.Threshold;
import io.brokerbench.experiment.cell.CellKey;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A matrix of measurements, as immutable data: variants of scenarios, on brokers, some times each.
 *
 * @param name by which it is found, and which its folder has
 * @param description one sentence for people
 * @param layout of its tables
 * @param repetitions of each cell, 1 to {@value #MAX_REPETITIONS}
 * @param axis along which variants lie; empty where they do not
 * @param brokers selectors, in the order of the tables
 * @param variants the rows, in the order of the tables
 */
@RecordBuilder
public record Study(
    String name,
    String description,
    StudyLayout layout,
    int repetitions,
    Optional<VariantAxis> axis,
    List<String> brokers,
    List<StudyVariant> variants)
    implements StudyBuilder.With {

  /** Most repetitions. */
  public static final int MAX_REPETITIONS = 1_000;

  private static final int MAX_CELLS = 100_000;

  /**
   * What variants have a value of.
   *
   * @param title of the quantity
   * @param unit of it; empty for a count
   */
  public record VariantAxis(String title, String unit) {}

  /** Checks the matrix. */
  public Study {
    brokers = List.copyOf(brokers);
    variants = List.copyOf(variants);
    if (name == null || !name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,99}")) {
      throw new DefinitionException(
          "name", "letters, digits, points and dashes, as a folder is named so", name);
    }
    if (repetitions < 1 || repetitions > MAX_REPETITIONS) {
      throw new DefinitionException("repetitions", "between 1 and " + MAX_REPETITIONS, repetitions);
    }
    requireDifferent("brokers", brokers);
    requireDifferent(
        "variants", variants.stream().map(v -> v.scenario() + " / " + v.variant()).toList());
    if (variants.isEmpty()) {
      throw new DefinitionException("a study needs a scenario");
    }
    if ((long) repetitions * brokers.size() * variants.size() > MAX_CELLS) {
      throw new DefinitionException("a study has at most " + MAX_CELLS + " cells");
    }
  }

  private static void requireDifferent(String field, List<String> names) {
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      if (!seen.add(name)) {
        throw new DefinitionException(field, "each once", name);
      }
    }
  }

  /**
   * The same, with further thresholds for the load of each cell.
   *
   * @throws DefinitionException if there is no such figure, its limit is in another unit, or no row
   *     has a load
   */
  public Study withThresholds(List<Threshold> further) {
    further.forEach(ThresholdCheck::of);
    if (variants.stream().allMatch(each -> each.plan().load().isEmpty())) {
      throw new DefinitionException(
          "thresholds", "none, as no row of " + name + " has a load", further.get(0));
    }
    return withVariants(variants.stream().map(each -> each.withThresholds(further)).toList());
  }

  /**
   * All cells, in the order in which they are measured: every variant on every broker once before
   * anything is repeated, so that a slow change of the machine falls on all alike.
   */
  public List<CellKey> cells() {
    List<CellKey> cells = new ArrayList<>();
    for (int repetition = 1; repetition <= repetitions; repetition++) {
      for (StudyVariant variant : variants) {
        for (String broker : brokers) {
          cells.add(new CellKey(variant.scenario(), variant.variant(), broker, repetition));
        }
      }
    }
    return cells;
  }

  /** The row of a cell, if it is one of this study. */
  public Optional<StudyVariant> variant(CellKey key) {
    return variants.stream()
        .filter(v -> v.scenario().equals(key.scenario()) && v.variant().equals(key.variant()))
        .findFirst();
  }
}
