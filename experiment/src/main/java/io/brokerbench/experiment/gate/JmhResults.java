package io.brokerbench.experiment.gate;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.figure.Better;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.Unit;
import io.brokerbench.experiment.metric.FigureValues;
import io.brokerbench.experiment.metric.MeasurementContext;
import io.brokerbench.experiment.metric.MeasurementContextBuilder;
import io.brokerbench.experiment.metric.Repetitions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * What JMH writes with {@code -rf json}: a list of benchmarks.
 *
 * <p>A repetition of a benchmark is a fork, where it has at least {@value Gate#LEAST_REPETITIONS}
 * of them, as iterations of one fork have its compiler's luck in common; else an iteration, and
 * then its title says so. What scatters from fork to fork is not in the latter: both are not
 * compared.
 *
 * <p>A benchmark is called by its class and method. Where another one of a document has the same
 * name, it has its package too, and then its number of threads.
 */
final class JmhResults {

  private static final double TOLERANCE = 0.05;
  private static final String BY_ITERATION = ", by iteration";

  /** Names of a benchmark, the shortest first. */
  private static final List<Function<JsonNode, String>> NAMES =
      List.of(
          each -> name(each, withoutPackage(each), ""),
          each -> name(each, path(each), ""),
          each -> name(each, path(each), ",threads=" + each.path("threads").asText()));

  private JmhResults() {}

  static Repetitions of(JsonNode list, String source) {
    List<FigureValues> figures = new ArrayList<>();
    for (JsonNode each : list) {
      String name = name(each, list, source);
      List<List<Double>> perFork = forks(each);
      boolean forks = perFork.size() >= Gate.LEAST_REPETITIONS;
      List<Double> values =
          forks
              ? perFork.stream().map(JmhResults::mean).toList()
              : perFork.stream().flatMap(List::stream).toList();
      if (values.isEmpty() || values.stream().anyMatch(value -> !(value > 0))) {
        throw new DefinitionException(
            source + ": " + name + " has no score of more than 0 to compare");
      }
      figures.add(new FigureValues(figure(each, name, forks), values));
    }
    if (figures.isEmpty()) {
      throw new DefinitionException(source + ": no benchmark in it");
    }
    int repetitions = figures.stream().mapToInt(m -> m.values().size()).min().orElseThrow();
    return new Repetitions(
        MeasurementContextBuilder.builder()
            .kind(MeasurementContext.Kind.JMH)
            .source(source)
            .repetitions(repetitions)
            .leftOut(List.of())
            .build(),
        figures,
        List.of());
  }

  private static Figure figure(JsonNode each, String name, boolean forks) {
    Better better = each.path("mode").asText().equals("thrpt") ? Better.HIGHER : Better.LOWER;
    String unit = each.at("/primaryMetric/scoreUnit").asText();
    String title = name + (unit.isEmpty() ? "" : " " + unit) + (forks ? "" : BY_ITERATION);
    return Figure.of(name, title, Unit.OTHER, better, OptionalDouble.of(TOLERANCE));
  }

  /** The shortest that no other one has. */
  private static String name(JsonNode each, JsonNode list, String source) {
    return NAMES.stream()
        .map(form -> Map.entry(form.apply(each), stream(list).map(form).toList()))
        .filter(form -> Collections.frequency(form.getValue(), form.getKey()) == 1)
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow(
            () -> new DefinitionException(source + ": two results of " + NAMES.get(0).apply(each)));
  }

  private static String path(JsonNode each) {
    return each.path("benchmark").asText();
  }

  private static String withoutPackage(JsonNode each) {
    String[] words = path(each).split("\\.", -1);
    return words.length < 2 ? words[0] : words[words.length - 2] + "." + words[words.length - 1];
  }

  /** With mode and parameters: {@code CodecBench.encode[thrpt,bytes=32]}. */
  private static String name(JsonNode each, String method, String more) {
    String parameters =
        each.path("params").properties().stream()
            .map((Map.Entry<String, JsonNode> p) -> "," + p.getKey() + "=" + p.getValue().asText())
            .collect(Collectors.joining());
    return method + "[" + each.path("mode").asText() + parameters + more + "]";
  }

  /** Scores of each fork's iterations; those of sampled time as means of their histograms. */
  private static List<List<Double>> forks(JsonNode each) {
    JsonNode raw = each.at("/primaryMetric/rawData");
    JsonNode sampled = each.at("/primaryMetric/rawDataHistogram");
    List<List<Double>> forks = new ArrayList<>();
    raw.forEach(fork -> forks.add(stream(fork).map(JsonNode::asDouble).toList()));
    if (forks.isEmpty()) {
      sampled.forEach(fork -> forks.add(stream(fork).map(JmhResults::meanOfSamples).toList()));
    }
    return forks;
  }

  private static double meanOfSamples(JsonNode histogram) {
    double sum = 0;
    double count = 0;
    for (JsonNode bucket : histogram) {
      sum += bucket.path(0).asDouble() * bucket.path(1).asDouble();
      count += bucket.path(1).asDouble();
    }
    return count == 0 ? 0 : sum / count;
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(v -> v).average().orElse(0);
  }

  private static Stream<JsonNode> stream(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false);
  }
}
