package io.brokerbench.core.metric;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NearestName;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * By how much each metric may be worse: {@code throughput=5%,p99=10%,memory=off}.
 *
 * <p>What isn't named keeps its usual tolerance; {@code off} leaves a metric out, and {@code
 * all=10%} stands for every one that isn't named.
 *
 * @param shares by name of the metric; empty for one that is left out
 */
public record Tolerances(Map<String, OptionalDouble> shares) {

  /** The usual ones. */
  public static final Tolerances USUAL = new Tolerances(Map.of());

  /** Stands for all metrics that aren't named. */
  public static final String ALL = "all";

  private static final String OFF = "off";
  private static final Pattern PERCENT = Pattern.compile("(\\d{1,5}(?:\\.\\d{1,6})?) ?%");

  /** Not within the brackets of a benchmark's name. */
  private static final Pattern COMMA = Pattern.compile(",(?![^\\[]*\\])");

  private static final String FORM = "a list such as throughput=5%,p99=10%,memory=off";

  /** Copies the map. */
  public Tolerances {
    shares = new LinkedHashMap<>(shares);
  }

  /**
   * Reads them.
   *
   * @throws DefinitionException if the text isn't of that form; the message says what is wrong
   */
  public static Tolerances parse(String text) {
    Map<String, OptionalDouble> shares = new LinkedHashMap<>();
    for (String part : COMMA.split(text, -1)) {
      int equals = part.lastIndexOf('=');
      String name = equals < 0 ? "" : part.substring(0, equals).strip();
      if (name.isEmpty()) {
        throw new DefinitionException("tolerance", FORM, text);
      }
      if (shares.put(name, share(name, part.substring(equals + 1).strip())) != null) {
        throw new DefinitionException("tolerance", name + " only once", text);
      }
    }
    return new Tolerances(shares);
  }

  private static OptionalDouble share(String name, String value) {
    if (value.equals(OFF)) {
      return OptionalDouble.empty();
    }
    Matcher percent = PERCENT.matcher(value);
    if (!percent.matches()) {
      throw new DefinitionException(
          "tolerance " + name, "a share such as 5%, or off", value.isEmpty() ? "(empty)" : value);
    }
    return OptionalDouble.of(Double.parseDouble(percent.group(1)) / 100);
  }

  /**
   * Makes sure that each name is one of a metric.
   *
   * @throws DefinitionException if one isn't; the message offers the nearest
   */
  public void requireKnown(Collection<String> metrics) {
    for (String name : shares.keySet()) {
      if (!name.equals(ALL) && !metrics.contains(name)) {
        String hint = NearestName.hint(name, metrics);
        throw new DefinitionException(
            "tolerance",
            hint.isEmpty()
                ? "no such metric; there are " + metrics.stream().collect(Collectors.joining(", "))
                : "no such metric" + hint,
            name);
      }
    }
  }

  /** The metric with its tolerance; empty where it is left out. */
  public Optional<Metric> applied(Metric metric) {
    OptionalDouble share =
        shares.getOrDefault(
            metric.name(), shares.getOrDefault(ALL, OptionalDouble.of(metric.tolerance())));
    return share.isPresent()
        ? Optional.of(metric.withTolerance(share.getAsDouble()))
        : Optional.empty();
  }
}
