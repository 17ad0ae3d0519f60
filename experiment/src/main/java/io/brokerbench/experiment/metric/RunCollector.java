package io.brokerbench.experiment.metric;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.experiment.group.GroupsResult;
import io.brokerbench.experiment.search.SearchResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Gathers runs, or searches, that are repetitions of the same. */
public final class RunCollector {

  private final String source;
  private final List<MeasurementContext> contexts = new ArrayList<>();
  private final Map<Figure, List<Double>> values = new LinkedHashMap<>();
  private final List<String> leftOut = new ArrayList<>();
  private final List<ContractRun> contracts = new ArrayList<>();
  private int count;

  public RunCollector(String source) {
    this.source = source;
  }

  public void add(RunResult run, String file) {
    require(MeasurementContext.of(run, source), file);
    add(RunMeasurement.of(run, file), run.verdict().complete(), run.verdict().byPace().name());
  }

  public void add(GroupsResult groups, String file) {
    require(MeasurementContext.of(groups, source), file);
    RunMeasurement measured = RunMeasurement.of(groups, file);
    add(measured, groups.verdict().complete(), measured.reason());
  }

  private void add(RunMeasurement measured, boolean complete, String why) {
    measured.contract().ifPresent(contracts::add);
    if (measured.status() != RunMeasurement.Status.VALID) {
      leftOut.add(measured.run() + ": " + (complete ? why : "broken off or stopped"));
      return;
    }
    count++;
    measured.values().forEach(this::put);
  }

  public void add(SearchResult search, String file) {
    require(MeasurementContext.of(search, source), file);
    ContractRun.of(search, file).ifPresent(contracts::add);
    OptionalDouble sustained = search.mostSustained();
    if (sustained.isEmpty()) {
      leftOut.add(file + ": " + search.doubt());
      return;
    }
    count++;
    put(FigureCatalogue.SUSTAINABLE, sustained.getAsDouble());
  }

  public Optional<Repetitions> repetitions() {
    if (contexts.isEmpty()) {
      return Optional.empty();
    }
    MeasurementContext first = contexts.get(0);
    MeasurementContext all = first.repeated(count, leftOut, source);
    List<FigureValues> figures = new ArrayList<>();
    List<Figure> incomplete = new ArrayList<>();
    values.forEach(
        (figure, each) -> {
          if (each.size() == count) {
            figures.add(new FigureValues(figure, each));
          } else {
            incomplete.add(figure);
          }
        });
    return Optional.of(new Repetitions(all, figures, contracts, incomplete));
  }

  private void require(MeasurementContext context, String file) {
    if (!contexts.isEmpty()) {
      Comparability between = Comparability.of(contexts.get(0), context);
      if (!between.refusals().isEmpty() || !context.broker().equals(contexts.get(0).broker())) {
        throw new DefinitionException(
            "%s is no repetition of those before: %s"
                .formatted(
                    file,
                    between.refusals().isEmpty()
                        ? "broker: another one"
                        : between.refusals().get(0)));
      }
    }
    contexts.add(context);
  }

  private void put(Figure figure, double value) {
    values.computeIfAbsent(figure, m -> new ArrayList<>()).add(value);
  }
}
