package io.brokerbench.experiment.study;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.definition.LocatedTree;
import io.brokerbench.core.definition.ScenarioCodec;
import io.brokerbench.core.definition.Scenarios;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.cell.CellPlan;
import io.brokerbench.experiment.cell.PeakPlan;
import io.brokerbench.experiment.cell.Probes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;

/**
 * Reads a study from a file: scenarios, by name, by path or as they would be in a file of their
 * own; variants, which change all of them; brokers; repetitions; a probe beside each, and a search
 * for the highest rate of each. What is wrong is refused with a {@link DefinitionException} of one
 * line that names the place.
 */
public final class StudyFile {

  private static final String WHAT = "study";

  /** A study as it is written. */
  private record Document(
      Optional<String> name,
      Optional<String> description,
      Optional<List<String>> brokers,
      Optional<Integer> repetitions,
      Optional<AxisDocument> axis,
      Optional<List<JsonNode>> scenarios,
      Optional<List<VariantDocument>> variants,
      Optional<ProbeDocument> probe,
      Optional<SearchDocument> search) {}

  /** One variant. */
  private record VariantDocument(
      Optional<String> name, OptionalDouble x, Optional<Map<String, JsonNode>> set) {}

  /** What variants have a value of. */
  private record AxisDocument(String title, Optional<String> unit) {}

  /** A probe. */
  private record ProbeDocument(Optional<Rate> rate) {}

  /** A search for the highest rate, which is measured then. */
  private record SearchDocument(
      Optional<Rate> from,
      OptionalDouble within,
      Optional<Integer> maxSteps,
      Optional<Duration> probe) {

    PeakPlan plan(Scenario load) {
      PeakPlan usual = PeakPlan.of(load);
      return new PeakPlan(
          from.map(Rate::perSecond).orElse(usual.fromPerSecond()),
          within.isPresent() ? within.getAsDouble() / 100 : usual.within(),
          maxSteps.orElse(usual.maxSteps()),
          probe.orElse(usual.probeWindow()));
    }
  }

  private final LocatedTree tree;
  private final Document document;
  private final Scenarios scenarios;
  private final Optional<Path> folder;
  private final UnaryOperator<Scenario> sizing;

  private StudyFile(
      LocatedTree tree,
      Document document,
      Scenarios scenarios,
      Optional<Path> folder,
      UnaryOperator<Scenario> sizing) {
    this.tree = tree;
    this.document = document;
    this.scenarios = scenarios;
    this.folder = folder;
    this.sizing = sizing;
  }

  /**
   * Reads a study.
   *
   * @param file whose name ends with {@code .yaml}, {@code .yml} or {@code .json}
   * @param scenarios those that there are
   * @param usualBrokers where the study names none
   * @param sizing gives a scenario its size, before the variants change it
   * @throws DefinitionException if there is no such file, or no study in it
   */
  public static Study read(
      Path file, Scenarios scenarios, List<String> usualBrokers, UnaryOperator<Scenario> sizing) {
    return ScenarioCodec.readOther(
        file,
        WHAT,
        (tree, mapper) ->
            new StudyFile(
                    tree,
                    bound(tree, mapper),
                    scenarios,
                    Optional.ofNullable(file.getParent()),
                    sizing)
                .study(usualBrokers));
  }

  private static Document bound(LocatedTree tree, ObjectMapper mapper)
      throws JsonProcessingException {
    return ScenarioCodec.bind(tree, mapper, Document.class, WHAT);
  }

  private Study study(List<String> usualBrokers) {
    List<StudyVariant> rows = new ArrayList<>();
    for (int i = 0; i < document.scenarios().orElse(List.of()).size(); i++) {
      Scenario base = sized(i);
      List<VariantDocument> variants = document.variants().orElse(List.of());
      if (variants.isEmpty()) {
        rows.add(new StudyVariant(base.name(), base.name(), plan(base)));
      }
      for (int v = 0; v < variants.size(); v++) {
        rows.add(
            new StudyVariant(
                base.name(), nameOf(variants, v), variants.get(v).x(), plan(changed(base, v))));
      }
    }
    try {
      return new Study(
          document.name().orElseThrow(() -> new DefinitionException("name is missing")),
          document.description().orElse(""),
          StudyLayout.PLAIN,
          document.repetitions().orElse(1),
          document.axis().map(axis -> new Study.VariantAxis(axis.title(), axis.unit().orElse(""))),
          document.brokers().orElse(usualBrokers),
          rows);
    } catch (DefinitionException e) {
      throw tree.error(e.field().map(List::of).orElse(List.of()), e.getMessage());
    }
  }

  private String nameOf(List<VariantDocument> variants, int index) {
    return variants
        .get(index)
        .name()
        .orElseThrow(() -> tree.error(List.of("variants", "" + index), "name is missing"));
  }

  private Scenario sized(int index) {
    Scenario base = scenario(index);
    try {
      return sizing.apply(base);
    } catch (DefinitionException e) {
      throw tree.error(List.of("scenarios", "" + index), e.getMessage());
    }
  }

  private Scenario scenario(int index) {
    List<String> path = List.of("scenarios", "" + index);
    JsonNode written = document.scenarios().orElse(List.of()).get(index);
    if (!written.isTextual()) {
      return ScenarioCodec.scenario(tree.part(path, "scenario"));
    }
    String name = written.asText();
    try {
      boolean beside = name.contains("/") || name.contains(".y") || name.endsWith(".json");
      return beside && folder.isPresent()
          ? ScenarioCodec.read(folder.get().resolve(name))
          : scenarios.find(name);
    } catch (DefinitionException e) {
      throw tree.error(path, e.getMessage());
    }
  }

  private Scenario changed(Scenario base, int variant) {
    return document.variants().orElseThrow().get(variant).set().isEmpty()
        ? base
        : ScenarioCodec.changed(
            base, tree.part(List.of("variants", "" + variant, "set"), "scenario"));
  }

  private CellPlan plan(Scenario scenario) {
    CellPlan plan = searched(scenario);
    if (document.probe().isEmpty()) {
      return plan;
    }
    try {
      Scenario probe = Probes.beside(scenario);
      return plan.withProbe(
          document.probe().get().rate().map(rate -> Probes.atRate(probe, rate)).orElse(probe));
    } catch (DefinitionException e) {
      throw tree.error(List.of("probe"), e.getMessage());
    }
  }

  private CellPlan searched(Scenario scenario) {
    CellPlan plan = CellPlan.run(scenario);
    if (document.search().isEmpty()) {
      return plan;
    }
    try {
      PeakPlan search = document.search().get().plan(scenario);
      search.question(scenario);
      return plan.withPeak(search);
    } catch (DefinitionException e) {
      throw tree.error(List.of("search"), e.getMessage());
    }
  }
}
