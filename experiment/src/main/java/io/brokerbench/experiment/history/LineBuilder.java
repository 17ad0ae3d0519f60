package io.brokerbench.experiment.history;

import io.brokerbench.core.figure.Figure;
import io.brokerbench.experiment.metric.MeasurementContext;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Median;

/**
 * Sorts measurements into lines of builds.
 *
 * <p>For one call, on one thread.
 */
final class LineBuilder {

  private static final int LEAST_BUILDS = 2;

  private final HistoryQuestion question;
  private final List<List<StoredMeasurement>> lines = new ArrayList<>();
  private final List<StoredMeasurement> invalid = new ArrayList<>();

  LineBuilder(HistoryQuestion question) {
    this.question = question;
  }

  /** Adds one, in any order. */
  void add(StoredMeasurement measurement) {
    if (measurement.invalid().isPresent()) {
      invalid.add(measurement);
      return;
    }
    List<StoredMeasurement> line =
        lines.stream()
            .filter(some -> some.get(0).isComparable(measurement))
            .findFirst()
            .orElseGet(this::newLine);
    line.add(measurement);
  }

  private List<StoredMeasurement> newLine() {
    List<StoredMeasurement> line = new ArrayList<>();
    lines.add(line);
    return line;
  }

  /** What was left out before, what says nothing about the broker, and what stands alone. */
  List<String> leftOut(List<String> before) {
    Stream<String> alone =
        lines.stream()
            .filter(line -> builds(line).size() < LEAST_BUILDS)
            .flatMap(List::stream)
            .map(each -> each.document() + ": the only build of its kind");
    Stream<String> notCounted =
        invalid.stream().map(each -> each.document() + ": " + each.invalid().orElseThrow());
    return Stream.of(before.stream(), notCounted, alone).flatMap(each -> each).toList();
  }

  /** The lines of at least two builds, by their names. */
  List<ReleaseLine> lines() {
    Map<String, Integer> names = new LinkedHashMap<>();
    List<ReleaseLine> found = new ArrayList<>();
    for (List<StoredMeasurement> line : lines) {
      List<List<StoredMeasurement>> builds = builds(line);
      if (builds.size() >= LEAST_BUILDS) {
        String name = name(line.get(0).context());
        int number = names.merge(name, 1, Integer::sum);
        found.add(line(number == 1 ? name : name + ", " + number, builds));
      }
    }
    return found.stream().sorted(Comparator.comparing(ReleaseLine::name)).toList();
  }

  private static String name(MeasurementContext context) {
    return context.scenario().orElseThrow().name()
        + (context.kind() == MeasurementContext.Kind.SEARCH ? ", search," : "")
        + " on "
        + context.broker().orElseThrow().product();
  }

  /** The measurements of each build, in the order in which the builds began. */
  private List<List<StoredMeasurement>> builds(List<StoredMeasurement> line) {
    Map<String, List<StoredMeasurement>> builds = new LinkedHashMap<>();
    line.stream()
        .sorted(Comparator.comparing(StoredMeasurement::startedAt))
        .forEach(
            each ->
                builds
                    .computeIfAbsent(each.build(question.rule()), key -> new ArrayList<>())
                    .add(each));
    return List.copyOf(builds.values());
  }

  private ReleaseLine line(String name, List<List<StoredMeasurement>> measured) {
    List<Build> builds = new ArrayList<>();
    for (List<StoredMeasurement> each : measured) {
      builds.add(build(builds.size() + 1, each));
    }
    List<FigureHistory> figures =
        question.figures().stream().flatMap(figure -> history(figure, measured).stream()).toList();
    List<StoredMeasurement> latest = measured.get(measured.size() - 1);
    MeasurementContext subject = latest.get(latest.size() - 1).context();
    return new ReleaseLine(
        name,
        subject.repeated(measured.size(), List.of(), name),
        builds,
        figures,
        notCounted(latest.get(0)));
  }

  /** Those that could stand in the line of a measurement, if they counted. */
  private List<ReleaseLine.NotCounted> notCounted(StoredMeasurement some) {
    return invalid.stream()
        .filter(some::isComparable)
        .sorted(Comparator.comparing(StoredMeasurement::startedAt))
        .map(
            each ->
                new ReleaseLine.NotCounted(
                    each.document(), each.startedAt(), each.invalid().orElseThrow()))
        .toList();
  }

  private Build build(int number, List<StoredMeasurement> measured) {
    StoredMeasurement first = measured.get(0);
    Instant startedAt = first.startedAt();
    return new Build(
        number,
        first.label(question.rule()),
        first.broker().version(),
        startedAt,
        measured.stream().map(StoredMeasurement::document).toList());
  }

  /** Empty where fewer than two builds have the figure. */
  private Optional<FigureHistory> history(Figure figure, List<List<StoredMeasurement>> measured) {
    List<Integer> builds = new ArrayList<>();
    List<Double> values = new ArrayList<>();
    for (int i = 0; i < measured.size(); i++) {
      double[] found =
          measured.get(i).stream()
              .flatMap(each -> Optional.ofNullable(each.values().get(figure)).stream())
              .mapToDouble(Double::doubleValue)
              .toArray();
      if (found.length > 0) {
        builds.add(i + 1);
        values.add(Median.withDefaults().evaluate(found));
      }
    }
    return builds.size() < LEAST_BUILDS
        ? Optional.empty()
        : Optional.of(FigureHistory.of(figure, builds, values, question.detection()));
  }
}
