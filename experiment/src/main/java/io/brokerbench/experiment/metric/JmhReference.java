package io.brokerbench.experiment.metric;

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
  List<FigureValues> ratios(List<FigureValues> figures) {
    Map<String, FigureValues> references = new LinkedHashMap<>();
    figures.stream().filter(this::isReference).forEach(each -> references.put(name(each), each));
    List<FigureValues> ratios = new ArrayList<>();
    for (FigureValues each : figures) {
      FigureValues reference = references.get(asReference(each));
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

  private boolean isReference(FigureValues figure) {
    return Arrays.asList(inner(figure).split(",", -1)).contains(parameter);
  }

  /** The name that the reference of a benchmark has. */
  private String asReference(FigureValues figure) {
    String name = parameter.substring(0, parameter.indexOf('=') + 1);
    String inner =
        Arrays.stream(inner(figure).split(",", -1))
            .map(word -> word.startsWith(name) ? parameter : word)
            .collect(Collectors.joining(","));
    return name(figure).replace("[" + inner(figure) + "]", "[" + inner + "]");
  }

  private static String inner(FigureValues figure) {
    String name = name(figure);
    return name.substring(name.indexOf('[') + 1, name.lastIndexOf(']'));
  }

  private static String name(FigureValues figure) {
    return figure.figure().path();
  }
}
