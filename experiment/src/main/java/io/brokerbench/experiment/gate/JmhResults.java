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
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * What JMH writes with {@code -rf json}: a list of benchmarks.
 *
 * <p>A repetition is a fork, where each benchmark has at least {@value Gate#LEAST_REPETITIONS} of
 * them, as iterations of one fork have its compiler's luck in common; else an iteration.
 */
final class JmhResults {

  private static final double TOLERANCE = 0.05;

  private JmhResults() {}

  static Repetitions of(JsonNode list, String source) {
    List<FigureValues> figures = new ArrayList<>();
    boolean forks = stream(list).allMatch(each -> forks(each).size() >= Gate.LEAST_REPETITIONS);
    for (JsonNode each : list) {
      List<List<Double>> perFork = forks(each);
      List<Double> values =
          forks
              ? perFork.stream().map(JmhResults::mean).toList()
              : perFork.stream().flatMap(List::stream).toList();
      if (values.isEmpty() || values.stream().anyMatch(value -> !(value > 0))) {
        throw new DefinitionException(
            source + ": " + name(each) + " has no score of more than 0 to compare");
      }
      figures.add(new FigureValues(figure(each), values));
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

  private static Figure figure(JsonNode each) {
    Better better = each.path("mode").asText().equals("thrpt") ? Better.HIGHER : Better.LOWER;
    String unit = each.at("/primaryMetric/scoreUnit").asText();
    String title = name(each) + (unit.isEmpty() ? "" : " " + unit);
    return Figure.of(name(each), title, Unit.OTHER, better, OptionalDouble.of(TOLERANCE));
  }

  /** Class and method, mode, and parameters: {@code CodecBench.encode[thrpt,bytes=32]}. */
  private static String name(JsonNode each) {
    String[] words = each.path("benchmark").asText().split("\\.", -1);
    String method =
        words.length < 2 ? words[0] : words[words.length - 2] + "." + words[words.length - 1];
    String parameters =
        each.path("params").properties().stream()
            .map((Map.Entry<String, JsonNode> p) -> "," + p.getKey() + "=" + p.getValue().asText())
            .collect(Collectors.joining());
    return method + "[" + each.path("mode").asText() + parameters + "]";
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

  private static java.util.stream.Stream<JsonNode> stream(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false);
  }
}
