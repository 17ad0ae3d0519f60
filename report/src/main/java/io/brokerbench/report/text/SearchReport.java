package io.brokerbench.report.text;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.experiment.search.NormalisedRates;
import io.brokerbench.experiment.search.RateInterval;
import io.brokerbench.experiment.search.SearchResult;
import io.brokerbench.experiment.search.SearchStep;
import io.brokerbench.experiment.search.StepKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A search as text: a line for each step as it ends, and at the end the knee curve, the answer, why
 * it can be believed, where everything is and how to do it again.
 *
 * <p>At most 80 columns wide, apart from paths and commands, which are never broken.
 *
 * @param unicode whether the output can show thin spaces; plain ones otherwise
 */
public record SearchReport(boolean unicode) {

  /** The line above the steps. */
  public String header() {
    return cells(StepColumn.STEPS_BRIEFLY, StepColumn::title) + "  verdict";
  }

  /** The line of a step; what does not fit of the verdict goes on in the next. */
  public String row(SearchStep step) {
    String kind =
        switch (step.kind()) {
          case PROBE -> "";
          case CONFIRM -> ", confirming";
          case KNEE -> ", knee";
        };
    String stopped =
        step.verdict()
            .stoppedAfter()
            .map(
                after ->
                    ", stopped after " + NumberText.count(Math.max(1, after.toSeconds())) + " s")
            .orElse("");
    return shown(row(step, step.verdict().outcome().title() + kind + stopped));
  }

  private static String row(SearchStep step, String verdict) {
    String cells = cells(StepColumn.STEPS_BRIEFLY, column -> column.text(step)) + "  ";
    return String.join("\n", Paragraph.of(cells, verdict));
  }

  private static String cells(List<StepColumn> columns, Function<StepColumn, String> text) {
    return columns.stream()
        .map(column -> column.cell(text.apply(column)))
        .collect(Collectors.joining(" "));
  }

  private static String kneeCells(Function<StepColumn, String> text, String share) {
    String rate = cells(List.of(StepColumn.OFFERED), text);
    return "%s %6s %s  ".formatted(rate, share, cells(StepColumn.KNEE, text));
  }

  /**
   * The block after the last step, with a line feed at its end.
   *
   * @param folder where its files are; empty if they could not be written
   * @param again command that does the same again
   */
  public String of(SearchResult result, Optional<String> folder, String again) {
    List<String> lines = new ArrayList<>(knee(result));
    if (!result.complete()) {
      lines.addAll(
          Paragraph.of("INCOMPLETE  ", "the search ended early; this is what it had found."));
    }
    List<ThresholdCheck> thresholds = result.thresholds().orElse(List.of());
    String crossed = result.answers() ? ThresholdText.headline(thresholds) : "";
    if (!crossed.isEmpty()) {
      lines.addAll(Paragraph.of("FAILED  ", "threshold crossed: " + crossed));
    }
    String word = invalid(result).map(verdict -> verdict + "  ").orElse("");
    lines.addAll(Paragraph.of(word, answer(result)));
    lines.addAll(Paragraph.of("", limit(result)));
    lines.add("");
    lines.addAll(PublishedText.lines(result.scenario(), result.broker()));
    lines.addAll(ThresholdText.lines(thresholds, result.answers()));
    result
        .interval()
        .ifPresent(i -> lines.addAll(Paragraph.labelled("interval", interval(result, i))));
    if (result.sustainablePerSecond().isPresent()) {
      lines.addAll(
          Paragraph.labelled(
              "backlog",
              "at most " + NumberText.counted(result.backlogHighWaterMark(), "message")));
    }
    found(result)
        .ifPresent(
            step ->
                lines.addAll(
                    Paragraph.labelled(
                        "generator",
                        StepColumn.GENERATOR_CPU.text(step) + " of a core at that rate")));
    result
        .normalised()
        .ifPresent(rates -> lines.addAll(Paragraph.labelled("at 100 %", normalised(rates))));
    folder.ifPresent(path -> lines.add(Paragraph.LABEL.formatted("results") + path));
    lines.add(Paragraph.LABEL.formatted("again") + again);
    return shown(String.join("\n", lines) + "\n");
  }

  /** Rate against latency and CPU, from the lowest rate on; the latest step of each rate counts. */
  private static List<String> knee(SearchResult result) {
    TreeMap<Double, SearchStep> byRate = new TreeMap<>();
    boolean chosen = result.steps().stream().anyMatch(step -> step.kind() == StepKind.KNEE);
    result.steps().stream()
        .filter(step -> !chosen || step.kind() != StepKind.PROBE)
        .sorted(Comparator.comparingInt(SearchStep::number))
        .forEach(step -> byRate.put(step.offeredPerSecond(), step));
    if (byRate.size() < 2 || result.sustainablePerSecond().isEmpty()) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(kneeCells(c -> c == StepColumn.OFFERED ? "knee" : c.title(), "share") + "verdict");
    for (SearchStep step : byRate.values()) {
      lines.add(
          kneeCells(column -> column.text(step), share(step, result.sustainablePerSecond()))
              + step.verdict().outcome().title());
    }
    lines.add("");
    return lines;
  }

  private static String share(SearchStep step, OptionalDouble found) {
    return found.isPresent()
        ? Math.round(step.offeredPerSecond() / found.getAsDouble() * 100) + " %"
        : "-";
  }

  /** The latest step at the rate found that sustained it. */
  private static Optional<SearchStep> found(SearchResult result) {
    return result.steps().stream()
        .filter(SearchStep::sustained)
        .filter(s -> result.sustainablePerSecond().orElse(0) == s.offeredPerSecond())
        .max(Comparator.comparingInt(SearchStep::number));
  }

  /** The verdict, where nothing was sustained, and the steps that failed accuse no broker. */
  static Optional<String> invalid(SearchResult result) {
    if (result.sustainablePerSecond().isPresent()) {
      return Optional.empty();
    }
    return switch (result.limitedBy()) {
      case GENERATOR -> Optional.of("GENERATOR_LIMITED");
      case NETWORK -> Optional.of("NETWORK_LIMITED");
      case DISTURBED -> Optional.of("DISTURBED");
      case BROKER, CRITERION, UPPER_RATE, UNKNOWN -> Optional.empty();
    };
  }

  static String answer(SearchResult result) {
    String on = result.scenario().name() + " on " + result.broker().title();
    if (invalid(result).isPresent()) {
      return on + ": no step counts, so this says nothing about the broker";
    }
    if (result.sustainablePerSecond().isEmpty()) {
      return on
          + (result.limitedBy().isBrokers()
              ? " sustains none of the rates that were tried"
              : ": none of the rates that were tried was kept");
    }
    String rate = NumberText.rate(result.sustainablePerSecond().getAsDouble());
    if (result.notConfirmed().isPresent()) {
      return "%s: at least %s msg/s was kept%s; not confirmed: %s"
          .formatted(on, rate, window(result), result.notConfirmed().get());
    }
    if (!result.conclusive()) {
      return "%s sustains at least %s msg/s".formatted(on, rate);
    }
    RateInterval interval = result.interval().orElseThrow();
    double width =
        interval.highPerSecond().orElse(interval.lowPerSecond())
            / result.sustainablePerSecond().getAsDouble();
    return "%s sustains %s msg/s (less than %s %% below the limit)"
        .formatted(on, rate, NumberText.measured((width - 1) * 100));
  }

  /** How long the rate found was kept at most in one step. */
  private static String window(SearchResult result) {
    return result
        .best()
        .map(step -> step.figures().steadySeconds())
        .filter(seconds -> seconds > 0)
        .map(seconds -> " for " + NumberText.time(Duration.ofNanos(Math.round(seconds * 1e9))))
        .orElse("");
  }

  static String limit(SearchResult result) {
    String reason = result.reason().isEmpty() ? "" : ": " + result.reason();
    return switch (result.limitedBy()) {
      case BROKER -> "limited by the broker" + reason;
      case CRITERION -> "limited by the criterion" + reason;
      case GENERATOR ->
          "limited by the generator, so this says nothing about the broker's limit"
              + reason
              + ". Leave the generator more of the machine, or use another one";
      case NETWORK ->
          "limited by the network, so this says nothing about the broker's limit" + reason;
      case DISTURBED ->
          "limited by other work on the machine, so this says nothing about the broker's limit"
              + reason
              + ". Repeat it when the machine has less other work";
      case UPPER_RATE -> "limited by the highest rate of the search" + reason;
      case UNKNOWN -> "limited by: not known" + brokerCpu(result) + reason;
    };
  }

  /** What the broker used where the lowest rate failed: a broker with CPU to spare is no proof. */
  private static String brokerCpu(SearchResult result) {
    double found = result.sustainablePerSecond().orElse(0);
    return result.steps().stream()
        .filter(step -> !step.sustained() && step.offeredPerSecond() > found)
        .min(Comparator.comparingDouble(SearchStep::offeredPerSecond))
        .filter(step -> step.figures().brokerCpuPercentOfCore().isPresent())
        .map(step -> " (broker at " + StepColumn.BROKER_CPU.text(step) + " of a core)")
        .orElse("");
  }

  static String interval(SearchResult result, RateInterval interval) {
    String to =
        interval.highPerSecond().isPresent()
            ? " to " + NumberText.rate(interval.highPerSecond().getAsDouble())
            : " and more";
    String confirmed =
        switch (result.confirmations()) {
          case 0 -> "not confirmed over a full steady window";
          case 1 -> "confirmed once over ";
          default -> "confirmed " + result.confirmations() + " times over ";
        };
    String window =
        result.confirmations() == 0 ? "" : NumberText.time(result.scenario().phases().steady());
    return NumberText.rate(interval.lowPerSecond()) + to + " msg/s; " + confirmed + window;
  }

  static String normalised(NormalisedRates rates) {
    return "%s msg/s per core (R_ns), %s msg/s per system (R_s)"
        .formatted(
            NumberText.rate(rates.perCorePerSecond()), NumberText.rate(rates.perSystemPerSecond()));
  }

  private String shown(String text) {
    return unicode ? text : NumberText.plain(text);
  }
}
