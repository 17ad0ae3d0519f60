package io.brokerbench.cli.option;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import io.brokerbench.core.scenario.NetworkConditions;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Network conditions as they are written on the command line: {@code
 * latency=20ms,bandwidth=10mbit}.
 */
final class NetworkText {

  private static final String FORM =
      "latency=20ms,jitter=5ms,loss=0.1%,bandwidth=10mbit,node-loss=1%,node-latency=5ms, or some of"
          + " it";

  private static final Pattern PERCENT = Pattern.compile("([0-9]{1,3}(?:\\.[0-9]{1,9})?)%");
  private static final Pattern BITS = Pattern.compile("([0-9]{1,12})(bit|kbit|mbit|gbit)");
  private static final Map<String, Long> UNITS =
      Map.of("bit", 1L, "kbit", 1_000L, "mbit", 1_000_000L, "gbit", 1_000_000_000L);

  private Duration latency = Duration.ZERO;
  private Duration jitter = Duration.ZERO;
  private double loss;
  private Optional<Long> bandwidth = Optional.empty();
  private Optional<Double> nodeLoss = Optional.empty();
  private Optional<Duration> nodeLatency = Optional.empty();

  private NetworkText() {}

  /**
   * Reads them.
   *
   * @throws DefinitionException if they are not of this form, or beyond the limits
   */
  static NetworkConditions parse(String text) {
    NetworkText parts = new NetworkText();
    for (String part : text.split(",", -1)) {
      int equals = part.indexOf('=');
      if (equals < 0) {
        throw new DefinitionException(FORM);
      }
      parts.set(part.substring(0, equals).strip(), part.substring(equals + 1).strip());
    }
    return new NetworkConditions(
        parts.latency,
        parts.jitter,
        parts.loss,
        parts.bandwidth,
        parts.nodeLoss,
        parts.nodeLatency);
  }

  private void set(String name, String value) {
    switch (name) {
      case "latency" -> latency = Durations.parse(value);
      case "jitter" -> jitter = Durations.parse(value);
      case "loss" -> loss = percent(name, value);
      case "node-loss" -> nodeLoss = Optional.of(percent(name, value));
      case "node-latency" -> nodeLatency = Optional.of(Durations.parse(value));
      case "bandwidth" -> bandwidth = Optional.of(bits(value));
      default -> throw new DefinitionException(FORM);
    }
  }

  private static double percent(String name, String text) {
    Matcher matcher = PERCENT.matcher(text);
    if (!matcher.matches()) {
      throw new DefinitionException(name, "a percentage, such as 0.1%", text);
    }
    return new BigDecimal(matcher.group(1)).movePointLeft(2).doubleValue();
  }

  private static long bits(String text) {
    Matcher matcher = BITS.matcher(text);
    if (!matcher.matches()) {
      throw new DefinitionException("bandwidth", "such as 500kbit, 10mbit or 1gbit", text);
    }
    return Math.multiplyExact(Long.parseLong(matcher.group(1)), UNITS.get(matcher.group(2)));
  }
}
