package io.brokerbench.core.result;

import io.brokerbench.core.drift.Drift;
import io.brokerbench.core.drift.DriftKind;
import io.brokerbench.core.drift.Trend;
import io.brokerbench.core.drift.Trend.Course;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** What a long run with made-up figures shows. */
public final class ExampleDrift {

  private ExampleDrift() {}

  /** A broker whose memory grows, beside one series of each other course. */
  public static Drift leak() {
    return new Drift(
        Map.of(
            DriftKind.BROKER_RSS,
            new Trend(Course.GROWS, 412e6, 1.2e6, 1.0e6, 1.4e6, Optional.empty(), blocks(411e6)),
            DriftKind.BROKER_DESCRIPTORS,
            new Trend(Course.FLAT, 110, 0, 0, 0, Optional.empty(), blocks(110)),
            DriftKind.GENERATOR_RSS,
            new Trend(
                Course.STEPPED,
                90e6,
                2e6,
                1e6,
                3e6,
                Optional.of(new Trend.Step(2_040, 5e6)),
                blocks(90e6)),
            DriftKind.GENERATOR_CPU,
            new Trend(Course.UNCERTAIN, 50e3, 90, -700, 880, Optional.empty(), blocks(50e3)),
            DriftKind.END_TO_END_P99,
            new Trend(Course.FALLS, 2e6, -9e3, -11e3, -7e3, Optional.empty(), blocks(2e6))));
  }

  private static List<Trend.Block> blocks(double value) {
    return IntStream.range(0, 60).mapToObj(i -> new Trend.Block(45 + 90 * i, value)).toList();
  }
}
