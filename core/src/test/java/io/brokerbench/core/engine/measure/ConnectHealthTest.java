package io.brokerbench.core.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ConnectHealthTest {

  private static final long SECOND = 1_000_000_000L;

  private static ConnectHealth atARate(long lateNanos) {
    Histogram pacing = LatencyRecorder.newHistogram();
    pacing.recordValueWithCount(lateNanos, 100);
    return new ConnectHealth(Optional.of(pacing), 2 * SECOND, SECOND, 2, 2);
  }

  @Test
  void atARateTheGeneratorMustNotBeLate() {
    assertThat(atARate(9_900_000).complaints()).isEmpty();
    assertThat(atARate(11_000_000).complaints())
        .containsExactly("clients were connected late: p99 11.0 ms (limit 10 ms)");
  }

  @Test
  void withoutARateItsThreadsMustNotBeBusyAllTheTime() {
    assertThat(new ConnectHealth(Optional.empty(), SECOND, SECOND, 2, 2).complaints()).isEmpty();
    assertThat(new ConnectHealth(Optional.empty(), 2 * SECOND, SECOND, 2, 2).complaints())
        .containsExactly(
            "the generator's 2 threads were busy all the time while clients connected");
    assertThat(new ConnectHealth(Optional.empty(), 0, 0, 2, 2).complaints()).isEmpty();
  }
}
