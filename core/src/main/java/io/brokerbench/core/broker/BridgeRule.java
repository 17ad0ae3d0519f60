package io.brokerbench.core.broker;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.scenario.Qos;
import java.util.Objects;

/**
 * What a bridge carries, as seen from the broker that keeps the bridge ("local").
 *
 * @param pattern a topic filter of MQTT
 * @param direction in which messages cross
 * @param qos the most that they cross with
 * @param localPrefix before the pattern on the bridge; empty for none
 * @param remotePrefix before the pattern on the main broker; empty for none
 */
public record BridgeRule(
    String pattern, Direction direction, Qos qos, String localPrefix, String remotePrefix) {

  /** Checks that it can be written in a line. */
  public BridgeRule {
    Objects.requireNonNull(direction, "direction");
    Objects.requireNonNull(qos, "qos");
    requireWord("bridge.pattern", pattern);
    if (pattern.isEmpty()) {
      throw new DefinitionException("bridge.pattern", "a topic filter", "''");
    }
    requirePrefix("bridge.localPrefix", localPrefix);
    requirePrefix("bridge.remotePrefix", remotePrefix);
  }

  /** Which way messages cross. */
  public enum Direction {
    /** From the main broker to the bridge. */
    IN,
    /** From the bridge to the main broker. */
    OUT,
    /** Both ways. */
    BOTH;

    /** Whether messages come from the main broker. */
    public boolean comesIn() {
      return this != OUT;
    }

    /** Whether messages go to the main broker. */
    public boolean goesOut() {
      return this != IN;
    }
  }

  /** One that maps nothing: topics are called the same on both sides. */
  public static BridgeRule of(String pattern, Direction direction, Qos qos) {
    return new BridgeRule(pattern, direction, qos, "", "");
  }

  /** What is carried, as it is called on the bridge. */
  public String localFilter() {
    return localPrefix + pattern;
  }

  /** What is carried, as it is called on the main broker. */
  public String remoteFilter() {
    return remotePrefix + pattern;
  }

  private static void requireWord(String field, String text) {
    if (text.chars().anyMatch(c -> c <= ' ' || c == '"')) {
      throw new DefinitionException(field, "without spaces and quotes", "'" + text + "'");
    }
  }

  private static void requirePrefix(String field, String prefix) {
    requireWord(field, prefix);
    if (prefix.contains("#") || prefix.contains("+")) {
      throw new DefinitionException(field, "without wildcards", "'" + prefix + "'");
    }
  }
}
