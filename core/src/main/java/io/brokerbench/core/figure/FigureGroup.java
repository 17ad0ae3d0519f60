package io.brokerbench.core.figure;

import io.brokerbench.core.result.RunResult;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * A part of the result that several figures are read from. A value that is not a number is not
 * known.
 *
 * @param group first part of their paths
 * @param of finds it in a result; empty where the run does not have it
 */
record FigureGroup<T>(String group, Function<RunResult, Optional<T>> of) {

  /** A figure of which more is better. */
  Figure higher(String name, String title, Unit unit, ToDoubleFunction<T> value) {
    return figure(name, title, unit, Better.HIGHER, value);
  }

  /** A figure of which less is better. */
  Figure lower(String name, String title, Unit unit, ToDoubleFunction<T> value) {
    return figure(name, title, unit, Better.LOWER, value);
  }

  /** A figure that describes the run, and is neither good nor bad. */
  Figure plain(String name, String title, Unit unit, ToDoubleFunction<T> value) {
    return figure(name, title, unit, Better.NEITHER, value);
  }

  private Figure figure(
      String name, String title, Unit unit, Better better, ToDoubleFunction<T> value) {
    return new Figure(
        group + "." + name,
        title,
        unit,
        better,
        OptionalDouble.empty(),
        true,
        false,
        Optional.empty(),
        run ->
            of.apply(run)
                .map(value::applyAsDouble)
                .filter(found -> !Double.isNaN(found))
                .map(OptionalDouble::of)
                .orElse(OptionalDouble.empty()));
  }

  static double orNaN(OptionalDouble value) {
    return value.orElse(Double.NaN);
  }

  static double orNaN(OptionalLong value) {
    return value.isPresent() ? value.getAsLong() : Double.NaN;
  }
}
