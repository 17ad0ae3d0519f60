package io.brokerbench.report.file;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.brokerbench.core.base.Csv;
import io.brokerbench.core.base.Json;
import io.brokerbench.core.figure.Better;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.Unit;
import io.brokerbench.experiment.history.Build;
import io.brokerbench.experiment.history.FigureHistory;
import io.brokerbench.experiment.history.HistoryResult;
import io.brokerbench.experiment.history.ReleaseLine;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A history in the forms of other tools that follow performance over time.
 *
 * <ul>
 *   <li>Apache Otava: {@code otava.yaml}, and a CSV file for each line, with a row for each build
 *   <li>Bencher: {@code bencher.json}, in Bencher Metric Format, with the latest build of each line
 *   <li>github-action-benchmark: {@code github-smaller.json} for {@code customSmallerIsBetter} and
 *       {@code github-bigger.json} for {@code customBiggerIsBetter}, with the latest build
 * </ul>
 *
 * <p>These tools keep the builds before themselves, but for Otava, which reads all of them. Times
 * are in nanoseconds, sizes in bytes, shares from 0 to 1.
 */
public final class HistoryExports {

  private HistoryExports() {}

  /** The files by their names. */
  public static Map<String, String> of(HistoryResult result) {
    Map<String, String> files = new LinkedHashMap<>();
    Map<String, Object> tests = new LinkedHashMap<>();
    for (ReleaseLine line : result.lines()) {
      String slug = unused(slug(line.name()), tests.keySet());
      files.put(slug + ".csv", csv(line));
      tests.put(slug, test(slug + ".csv", line));
    }
    // JSON is YAML, too.
    files.put("otava.yaml", json(Map.of("tests", tests)));
    files.put("bencher.json", json(bencher(result)));
    files.put("github-smaller.json", json(github(result, Better.LOWER)));
    files.put("github-bigger.json", json(github(result, Better.HIGHER)));
    return files;
  }

  /** Lines whose names differ in other characters only get a number: {@code x-2}. */
  private static String unused(String slug, Set<String> taken) {
    String free = slug;
    for (int number = 2; taken.contains(free); number++) {
      free = slug + "-" + number;
    }
    return free;
  }

  /** Letters, digits and hyphens: {@code fanin-q1-shared-on-product}. */
  static String slug(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
  }

  /** Otava has no place for a missing value: a figure that a build lacks has no column. */
  private static List<FigureHistory> complete(ReleaseLine line) {
    return line.figures().stream()
        .filter(figure -> figure.values().size() == line.builds().size())
        .toList();
  }

  private static String csv(ReleaseLine line) {
    List<FigureHistory> figures = complete(line);
    List<String> columns = new ArrayList<>(List.of("time", "build", "version"));
    figures.forEach(each -> columns.add(each.figure().path()));
    List<List<?>> rows = new ArrayList<>();
    for (Build build : line.builds()) {
      List<Object> row = new ArrayList<>();
      row.add(build.startedAt().toString());
      row.add(build.label());
      row.add(build.version());
      figures.forEach(each -> row.add(each.values().get(build.number() - 1)));
      rows.add(row);
    }
    return Csv.of(columns, rows);
  }

  private static Map<String, Object> test(String file, ReleaseLine line) {
    Map<String, Object> metrics = new LinkedHashMap<>();
    for (FigureHistory each : complete(line)) {
      int direction = each.figure().better() == Better.HIGHER ? 1 : -1;
      metrics.put(each.figure().path(), Map.of("direction", direction));
    }
    Map<String, Object> test = new LinkedHashMap<>();
    test.put("type", "csv");
    test.put("file", file);
    test.put("time_column", "time");
    test.put("attributes", List.of("build", "version"));
    test.put("metrics", metrics);
    return test;
  }

  private static Map<String, Map<String, Map<String, Double>>> bencher(HistoryResult result) {
    Map<String, Map<String, Map<String, Double>>> benchmarks = new LinkedHashMap<>();
    for (ReleaseLine line : result.lines()) {
      Map<String, Map<String, Double>> measures = new LinkedHashMap<>();
      for (FigureHistory each : latest(line)) {
        measures.put(slug(each.figure().path()), Map.of("value", value(each)));
      }
      benchmarks.put(line.name(), measures);
    }
    return benchmarks;
  }

  /**
   * A figure of the latest build.
   *
   * @param name of the line and the figure
   * @param unit of the value
   * @param value itself
   * @param extra which build it is
   */
  private record GithubValue(String name, String unit, double value, String extra) {}

  private static List<GithubValue> github(HistoryResult result, Better better) {
    List<GithubValue> values = new ArrayList<>();
    for (ReleaseLine line : result.lines()) {
      Build latest = line.builds().get(line.builds().size() - 1);
      for (FigureHistory each : latest(line)) {
        Figure figure = each.figure();
        if (figure.better() == better) {
          values.add(
              new GithubValue(
                  line.name() + ": " + figure.title(),
                  unit(figure.unit()),
                  value(each),
                  latest.title()));
        }
      }
    }
    return values;
  }

  /** The figures that the latest build has. */
  private static List<FigureHistory> latest(ReleaseLine line) {
    return line.figures().stream()
        .filter(each -> each.builds().get(each.builds().size() - 1) == line.builds().size())
        .toList();
  }

  private static double value(FigureHistory figure) {
    return figure.values().get(figure.values().size() - 1);
  }

  /** Of the values as they are, not as people read them. */
  private static String unit(Unit unit) {
    return switch (unit) {
      case NANOS -> "ns";
      case BYTES -> "B";
      case SHARE -> "ratio";
      case PER_SECOND -> "1/s";
      case CORES -> "cores";
      case COUNT, OTHER -> "1";
    };
  }

  private static String json(Object value) {
    try {
      return Json.mapper().writeValueAsString(value) + "\n";
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
