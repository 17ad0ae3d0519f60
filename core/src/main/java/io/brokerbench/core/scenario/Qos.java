package io.brokerbench.core.scenario;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.brokerbench.core.base.DefinitionException;

/** What a broker promises for a message, in MQTT's terms. */
public enum Qos {
  /** At most once: messages may be lost, and never arrive twice. */
  AT_MOST_ONCE(0),
  /** At least once: messages are not lost, and may arrive twice. */
  AT_LEAST_ONCE(1),
  /** Exactly once: messages are neither lost nor duplicated. */
  EXACTLY_ONCE(2);

  private final int level;

  Qos(int level) {
    this.level = level;
  }

  /** Whether the contract allows a message to be lost. */
  public boolean mayLose() {
    return this == AT_MOST_ONCE;
  }

  /** Whether the contract allows a message to arrive twice. */
  public boolean mayDuplicate() {
    return this == AT_LEAST_ONCE;
  }

  /** MQTT's number for it: 0, 1 or 2. */
  @JsonValue
  public int level() {
    return level;
  }

  /**
   * The QoS of a number.
   *
   * @throws DefinitionException if it is not 0, 1 or 2
   */
  @JsonCreator
  public static Qos of(int level) {
    return switch (level) {
      case 0 -> AT_MOST_ONCE;
      case 1 -> AT_LEAST_ONCE;
      case 2 -> EXACTLY_ONCE;
      default -> throw new DefinitionException("qos", "one of 0, 1 and 2", level);
    };
  }
}
