package io.brokerbench.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.cli.terminal.Terminal;
import io.brokerbench.core.engine.stage.IntervalLatency;
import io.brokerbench.core.engine.stage.Phase;
import io.brokerbench.core.engine.stage.Progress;
import io.brokerbench.core.engine.stage.RunTotals;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class PlainProgressTest {

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
  private final PlainProgress progress =
      new PlainProgress(new Terminal(stream, stream, false, false, false, 80));

  @Test
  void aLineForEachPhaseAndThenEachFiveSeconds() {
    for (int tenth = 0; tenth < 120; tenth++) {
      progress.onProgress(at(Phase.STEADY, tenth / 10.0));
    }
    progress.onProgress(at(Phase.DRAIN, 0));

    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            """
            steady      12 s
            steady      5/12 s  sent 10 000/s  received 9 980/s  backlog 12  p99 2.1 ms
            steady      10/12 s  sent 10 000/s  received 9 980/s  backlog 12  p99 2.1 ms
            draining    at most 12 s
            """);
  }

  @Test
  void ofALongRunBothTimesAreInMinutes() {
    assertThat(ProgressText.time(at(Phase.STEADY, 3_285, Duration.ofMinutes(90))))
        .isEqualTo("54/90 min");
    assertThat(ProgressText.time(at(Phase.STEADY, 7.9, Duration.ofSeconds(10))))
        .isEqualTo("7/10 s");
  }

  @Test
  void aWarmUpThatWaitsForTheBrokerHasALimit() {
    progress.onProgress(at(Phase.SETTLE, 0));

    assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo("settling    at most 12 s\n");
  }

  private static Progress at(Phase phase, double seconds) {
    return at(phase, seconds, Duration.ofSeconds(12));
  }

  private static Progress at(Phase phase, double seconds, Duration length) {
    return new Progress(
        phase,
        Duration.ofMillis((long) (seconds * 1_000)),
        length,
        10,
        10,
        10_000,
        9_984,
        12,
        2_100_000,
        OptionalDouble.empty(),
        0.22,
        OptionalDouble.empty(),
        RunTotals.NONE,
        IntervalLatency.NONE);
  }
}
