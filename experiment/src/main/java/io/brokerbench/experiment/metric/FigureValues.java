package io.brokerbench.experiment.metric;

import io.brokerbench.core.figure.Figure;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The values of one figure in all repetitions.
 *
 * @param figure whose values they are
 * @param values one for each repetition, in their order
 */
public record FigureValues(Figure figure, List<Double> values) {

  /** Copies the list. */
  public FigureValues {
    values = List.copyOf(values);
  }

  /** As multiples of others, of which there are as many. */
  FigureValues over(FigureValues reference) {
    return new FigureValues(
        figure.asRatio(),
        IntStream.range(0, values.size())
            .mapToObj(i -> values.get(i) / reference.values.get(i))
            .toList());
  }
}
