package io.brokerbench.core.result;

import io.brokerbench.core.scenario.FaultKind;
import java.util.Optional;
import java.util.OptionalLong;

/** Failovers for tests. */
final class ExampleFailover {

  private ExampleFailover() {}

  /** A node that was killed, and clients that were back after about a second. */
  static Failover killed() {
    return new Failover(
        Optional.of(FaultKind.KILL),
        Optional.of("primary"),
        15_000,
        OptionalLong.empty(),
        new Failover.Course(
            OptionalLong.of(1_023_000_000),
            OptionalLong.of(-1_000_000),
            OptionalLong.of(1_004_000_000),
            OptionalLong.of(1_009_000_000),
            OptionalLong.of(1_310_000_000),
            OptionalLong.of(1_612_000_000),
            OptionalLong.of(1_022_000_000),
            OptionalLong.of(1_871_000_000)),
        110,
        110,
        110,
        734,
        2,
        Optional.empty(),
        Optional.empty(),
        OptionalLong.empty());
  }
}
