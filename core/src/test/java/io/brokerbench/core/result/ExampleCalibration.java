package io.brokerbench.core.result;

import io.brokerbench.core.result.Calibration.Ceiling;
import io.brokerbench.core.result.Calibration.ConnectionCost;
import io.brokerbench.core.result.Calibration.Floor;
import io.brokerbench.core.result.Calibration.Limit;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** A made-up calibration for tests: 60 us of floor, 3 million msg/s and core with 10 publishers. */
public final class ExampleCalibration {

  /** The machine of it. */
  public static final Environment MACHINE =
      new Environment(
          "0.1.0", "Linux 6.1", "amd64", "Example CPU", 2, 8_000_000_000L, "Example 17.0.1");

  private ExampleCalibration() {}

  /** One in which the generator itself was the limit, at 0.9 cores a lane. */
  public static Calibration limitedByGenerator() {
    return of(Limit.GENERATOR);
  }

  /** One with a given limit. */
  public static Calibration of(Limit limit) {
    return of(limit, 0.9);
  }

  /** One with a given limit, at so many cores a lane. */
  public static Calibration of(Limit limit, double coresPerLane) {
    return new Calibration(
        Calibration.SCHEMA,
        Instant.parse("2026-11-20T09:00:00Z"),
        MACHINE,
        17,
        "swarm",
        "epoll",
        1,
        Duration.ofNanos(500_000),
        new Floor(1_000, 110_000, 200_000, 60_000, 150_000, 50_000, 100_000),
        List.of(
            new Ceiling(10, 10, 2_700_000, 1 / 3.0, 3_000_000, coresPerLane, limit),
            new Ceiling(1_000, 10, 900_000, 1, 1_000_000, coresPerLane, limit)),
        new ConnectionCost(10_000, 15_000, 45, 2_000_000, 4_000_000, 2_100));
  }
}
