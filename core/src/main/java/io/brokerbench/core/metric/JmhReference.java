package io.brokerbench.core.metric;

import io.brokerbench.core.base.DefinitionException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Finds for each benchmark the one beside it that differs in one parameter only, which has the
 * value of the reference.
 *
 * @param parameter name and value: {@code broker=null}
 */
record JmhReference(String parameter) {

  JmhReference {
    if (!parameter.matches("[^=,]+=[^,]+")) {
      throw new DefinitionException(
          "reference",
          "a parameter of the benchmarks and its value, such as broker=null",
          parameter);
    }
  }

  /**
   * The benchmarks that have a reference, as multiples of it.
   *
   * @throws DefinitionException if there are none
   */
  List<MetricValues> ratios(List<MetricValues> metrics) {
    Map<String, MetricValues> references = new LinkedHashMap<>();
    metrics.stream().filter(this::isReference).forEach(each -> references.put(name(each), each));
    List<MetricValues> ratios = new ArrayList<>();
    for (MetricValues each : metrics) {
      MetricValues reference = references.get(asReference(each));
      if (reference != null
          && !isReference(each)
          && reference.values().size() == each.values().size()) {
        ratios.add(each.over(reference));
      }
    }
    if (ratios.isEmpty()) {
      throw new DefinitionException(
          "reference",
          references.isEmpty() ? "no benchmark has it" : "no benchmark beside it is like it",
          parameter);
    }
    return ratios;
  }

  private boolean isReference(MetricValues metric) {
    return Arrays.asList(inner(metric).split(",", -1)).contains(parameter);
  }

  /** The name that the reference of a benchmark has. */
  private String asReference(MetricValues metric) {
    String name = parameter.substring(0, parameter.indexOf('=') + 1);
    String inner =
        Arrays.stream(inner(metric).split(",", -1))
            .map(word -> word.startsWith(name) ? parameter : word)
            .collect(Collectors.joining(","));
    return name(metric).replace("[" + inner(metric) + "]", "[" + inner + "]");
  }

  private static String inner(MetricValues metric) {
    String name = name(metric);
    return name.substring(name.indexOf('[') + 1, name.lastIndexOf(']'));
  }

  private static String name(MetricValues metric) {
    return metric.metric().name();
  }
}
