package io.brokerbench.core.publication;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.Unit;
import io.brokerbench.core.scenario.PayloadSpec;
import io.brokerbench.core.scenario.Scenario;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * What was published of one figure of a scenario.
 *
 * @param figure what it is of
 * @param consumers with how many consumers it was measured; empty where each size has its own
 * @param payloadBytes with payloads of how many bytes; empty where nothing is sent
 * @param values in the figure's own unit, by size
 */
public record PublishedValue(
    Figure figure,
    OptionalInt consumers,
    OptionalInt payloadBytes,
    Map<PublishedSize, Double> values) {

  /** None that the conversion of units adds. */
  private static final MathContext ALL_DIGITS = new MathContext(12);

  /** Copies the values. */
  public PublishedValue {
    values = Map.copyOf(values);
  }

  /** The value of a size; empty where none was published. */
  public OptionalDouble at(PublishedSize size) {
    Double value = values.get(size);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  /** Whether a scenario has payloads of the size that was measured, and all of that size. */
  public boolean hasPayloadOf(Scenario scenario) {
    PayloadSpec payload = scenario.workload().payload();
    return payloadBytes.isEmpty()
        || (payloadBytes.getAsInt() == payload.bytes()
            && payload.template().isEmpty()
            && payload.sizes().isEmpty());
  }

  /**
   * A value in the unit of a table's column, without that unit, and with all its digits, as it was
   * printed.
   */
  public static String exactly(Unit unit, double value) {
    return NumberText.exact(new BigDecimal(unit.inColumn(value)).round(ALL_DIGITS).doubleValue());
  }

  /** {@code sustainable throughput 330 000/s (S), 340 000/s (M) with 100 consumers}. */
  public String text() {
    String sizes =
        Arrays.stream(PublishedSize.values())
            .filter(values::containsKey)
            .map(size -> exactly(values.get(size)) + " (" + size.letter() + ")")
            .collect(Collectors.joining(", "));
    String with =
        consumers.isPresent()
            ? " with " + NumberText.counted(consumers.getAsInt(), "consumer")
            : "";
    boolean counted = figure.unit() == Unit.COUNT;
    return (counted ? sizes + " " + figure.title() : figure.title() + " " + sizes) + with;
  }

  private String exactly(double value) {
    String unit = figure.unit().column();
    return exactly(figure.unit(), value)
        + (unit.isEmpty() || unit.startsWith("/") ? "" : " ")
        + unit;
  }
}
