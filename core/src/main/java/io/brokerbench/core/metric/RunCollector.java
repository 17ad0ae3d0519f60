package io.brokerbench.core.metric;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.search.SearchResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Gathers runs, or searches, that are repetitions of the same. */
public final class RunCollector {

  private final String source;
  private final List<Subject> subjects = new ArrayList<>();
  private final Map<Metric, List<Double>> values = new LinkedHashMap<>();
  private final List<String> leftOut = new ArrayList<>();
  private int count;

  public RunCollector(String source) {
    this.source = source;
  }

  public void add(RunResult run, String file) {
    require(
        new Subject(
            Subject.Kind.RUN,
            source,
            Optional.of(run.scenario()),
            Optional.of(run.broker()),
            Optional.of(run.driver()),
            Optional.of(run.environment()),
            1,
            List.of()),
        file);
    Measured measured = Measured.of(run, file);
    if (measured.status() != Measured.Status.VALID) {
      boolean complete = run.verdict().complete();
      leftOut.add(file + ": " + (complete ? run.verdict().status() : "broken off or stopped"));
      return;
    }
    count++;
    measured.values().forEach(this::put);
  }

  public void add(SearchResult search, String file) {
    require(
        new Subject(
            Subject.Kind.SEARCH,
            source,
            Optional.of(search.scenario()),
            Optional.of(search.broker()),
            Optional.of(search.driver()),
            Optional.of(search.environment()),
            1,
            List.of()),
        file);
    if (!search.conclusive()) {
      leftOut.add(
          file
              + search
                  .notConfirmed()
                  .map(reason -> ": not confirmed: " + reason)
                  .orElse(": limited by " + search.limitedBy()));
      return;
    }
    count++;
    Metrics.ofSearch(search.sustainablePerSecond().getAsDouble()).forEach(this::put);
  }

  public Optional<Repetitions> repetitions() {
    if (subjects.isEmpty()) {
      return Optional.empty();
    }
    Subject first = subjects.get(0);
    Subject all =
        new Subject(
            first.kind(),
            source,
            first.scenario(),
            first.broker(),
            first.driver(),
            first.environment(),
            count,
            leftOut);
    List<MetricValues> metrics =
        values.entrySet().stream()
            .filter(entry -> entry.getValue().size() == count)
            .map(entry -> new MetricValues(entry.getKey(), entry.getValue()))
            .toList();
    return Optional.of(new Repetitions(all, metrics));
  }

  private void require(Subject subject, String file) {
    if (!subjects.isEmpty()) {
      Comparability between = Comparability.of(subjects.get(0), subject);
      if (!between.refusals().isEmpty() || !subject.broker().equals(subjects.get(0).broker())) {
        throw new DefinitionException(
            "%s is no repetition of those before: %s"
                .formatted(
                    file,
                    between.refusals().isEmpty()
                        ? "broker: another one"
                        : between.refusals().get(0)));
      }
    }
    subjects.add(subject);
  }

  private void put(Metric metric, double value) {
    values.computeIfAbsent(metric, m -> new ArrayList<>()).add(value);
  }
}
