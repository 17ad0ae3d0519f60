package io.brokerbench.experiment.history;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.TextFile;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.experiment.metric.ContractRun;
import io.brokerbench.experiment.metric.FigureValues;
import io.brokerbench.experiment.metric.MeasurementContext;
import io.brokerbench.experiment.metric.Repetitions;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Builds of one broker that can be compared: the same scenario, driver and machine.
 *
 * @param name scenario and product, with a number where that is the name of an earlier line
 * @param subject what the latest build was measured on; its repetitions are the builds
 * @param builds in the order in which they were measured
 * @param figures that were looked at
 * @param notCounted runs and searches of the same kind that say nothing of the broker's figures, in
 *     the order in which they were measured
 */
public record ReleaseLine(
    String name,
    MeasurementContext subject,
    List<Build> builds,
    List<FigureHistory> figures,
    List<NotCounted> notCounted) {

  /**
   * A document whose figures do not count.
   *
   * @param document path of its file from the folder that was read, with slashes
   * @param startedAt wall-clock time (ISO 8601, UTC)
   * @param reason why they do not
   */
  public record NotCounted(String document, Instant startedAt, String reason) {

    String text() {
      return document + ": " + reason;
    }
  }

  /**
   * A change, with what it is of.
   *
   * @param line name of the line
   * @param figure that changed
   * @param since first build of the new level
   * @param change itself
   */
  public record Finding(String line, Figure figure, Build since, LevelChange change) {}

  /** Copies the lists. */
  public ReleaseLine {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(subject, "subject");
    builds = List.copyOf(builds);
    figures = List.copyOf(figures);
    notCounted = List.copyOf(notCounted);
  }

  /** All changes, the latest first. */
  public List<Finding> findings() {
    return figures.stream()
        .flatMap(each -> each.changes().stream().map(change -> finding(each.figure(), change)))
        .sorted(Comparator.comparing((Finding finding) -> finding.since().number()).reversed())
        .toList();
  }

  /**
   * The figures whose level is worse than it was before the latest builds.
   *
   * @param latest how many builds count as the latest
   */
  public List<Finding> worsenings(int latest) {
    int since = builds.size() - latest + 1;
    return figures.stream()
        .flatMap(
            each -> each.worsening(since).map(change -> finding(each.figure(), change)).stream())
        .toList();
  }

  private Finding finding(Figure figure, LevelChange change) {
    return new Finding(name, figure, builds.get(change.build() - 1), change);
  }

  /**
   * The latest builds as repetitions of one measurement, to be a baseline. It has the contracts of
   * each of their runs and of those since the first of them that do not count, which are named.
   *
   * @param count how many
   * @param source as messages and documents call them
   * @param root folder that the builds were read from
   * @throws DefinitionException if there are fewer, a figure that is compared unasked changed among
   *     them, or a run cannot be read any more; the message names it
   */
  public Repetitions latest(int count, String source, Path root) {
    if (count < 1 || count > builds.size()) {
      throw new DefinitionException(
          "fromHistory",
          "between 1 and %d, the builds of %s".formatted(builds.size(), name),
          count);
    }
    int since = builds.size() - count + 1;
    Optional<Finding> changed =
        findings().stream()
            .filter(each -> each.figure().tolerance().isPresent())
            .filter(each -> each.since().number() > since)
            .findFirst();
    if (changed.isPresent()) {
      Finding last = changed.get();
      throw new DefinitionException(
          "fromHistory",
          "at most %d, as %s changed at %s"
              .formatted(
                  builds.size() - last.since().number() + 1,
                  last.figure().title(),
                  last.since().title()),
          count);
    }
    Map<Boolean, List<FigureValues>> complete =
        figures.stream()
            .map(each -> new FigureValues(each.figure(), since(each, since)))
            .filter(each -> !each.values().isEmpty())
            .collect(Collectors.partitioningBy(each -> each.values().size() == count));
    Instant first = builds.get(since - 1).startedAt();
    List<NotCounted> beside =
        notCounted.stream().filter(each -> !each.startedAt().isBefore(first)).toList();
    return new Repetitions(
        subject.repeated(count, beside.stream().map(NotCounted::text).toList(), source),
        complete.get(true),
        contracts(since, beside, root),
        complete.get(false).stream().map(FigureValues::figure).toList());
  }

  /** A search has none. */
  private List<ContractRun> contracts(int since, List<NotCounted> beside, Path root) {
    if (subject.kind() != MeasurementContext.Kind.RUN) {
      return List.of();
    }
    Stream<String> counted =
        builds.stream()
            .filter(build -> build.number() >= since)
            .flatMap(build -> build.documents().stream());
    return Stream.concat(counted, beside.stream().map(NotCounted::document))
        .flatMap(
            document ->
                ContractRun.of(
                    RunResult.CODEC.read(TextFile.readResult(root.resolve(document))), document)
                    .stream())
        .toList();
  }

  private static List<Double> since(FigureHistory figure, int since) {
    return IntStream.range(0, figure.builds().size())
        .filter(i -> figure.builds().get(i) >= since)
        .mapToObj(figure.values()::get)
        .toList();
  }
}
