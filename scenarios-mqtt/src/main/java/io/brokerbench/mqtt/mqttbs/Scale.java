package io.brokerbench.mqtt.mqttbs;

import io.brokerbench.core.definition.ScenarioDefaults;
import io.brokerbench.core.scenario.Phases;
import java.time.Duration;

/** How much of a use case of the suite: its clients and its rate, and how long it is kept up. */
enum Scale {
  /** A hundredth, for any machine. */
  S(100, Duration.ofSeconds(10), "1 %"),
  /** A tenth. */
  M(10, Duration.ofMinutes(5), "10 %"),
  /** As the suite describes it. */
  L(1, Duration.ofMinutes(30), "as published");

  private final int part;
  private final Duration steady;
  private final String words;

  Scale(int part, Duration steady, String words) {
    this.part = part;
    this.steady = steady;
    this.words = words;
  }

  /** This scale's part of a number of the suite, at least 1. */
  int of(int full) {
    return Math.max(1, full / part);
  }

  Phases phases() {
    return ScenarioDefaults.PHASES.withSteady(steady);
  }

  /** At the end of a description. */
  String words() {
    return words;
  }
}
