package io.brokerbench.report.text;

import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.figure.Unit;
import io.brokerbench.core.result.RunResult;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;

/**
 * The figures of a run as text. The catalogue says what they are called, which unit they have and
 * how many digits.
 *
 * @param run whose figures they are
 * @param unknown stands for what the run does not have
 */
public record FigureText(RunResult run, String unknown) {

  private static final Pattern PATH = Pattern.compile("\\{(\\w+\\.[\\w.]+)}");

  /** With a dash for what the run does not have. */
  public FigureText(RunResult run) {
    this(run, "\u2013");
  }

  /** A value with its unit: {@code 412 MB}; a lower bound is {@code >2.1 s}. */
  public String value(String path) {
    Figure figure = FigureCatalogue.find(path);
    OptionalDouble value = figure.in(run);
    if (value.isEmpty()) {
      return unknown;
    }
    String bound = figure.isLowerBound(run) ? ">" : "";
    return bound + figure.unit().text(value.getAsDouble());
  }

  /** A sentence with values for the paths in it: {@code at most {backlog.highWaterMark}}. */
  public String fill(String sentence) {
    return PATH.matcher(sentence).replaceAll(path -> value(path.group(1)));
  }

  /** The few of a group that the terminal shows, but no counts of nothing. */
  String brief(String group) {
    return titled(
        group, (figure, value) -> figure.brief() && (figure.unit() != Unit.COUNT || value != 0));
  }

  /** Those of a group that are to be shown, by title: {@code CPU 0.61 cores, 17 lost}. */
  String titled(String group, BiPredicate<Figure, Double> shown) {
    List<String> texts =
        FigureCatalogue.values(run).entrySet().stream()
            .filter(entry -> entry.getKey().group().equals(group))
            .filter(entry -> shown.test(entry.getKey(), entry.getValue()))
            .map(entry -> entry.getKey().text(entry.getValue()))
            .toList();
    return String.join(", ", texts);
  }
}
