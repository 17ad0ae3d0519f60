package io.brokerbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProgressReporterTest {

  private static final long SECOND = 1_000_000_000L;
  private static final long BOOT = 9_000 * SECOND;

  private final List<Progress> heard = new ArrayList<>();
  private final ProgressReporter reporter = new ProgressReporter(heard::add, 10);

  private static WorkerStatus sent(long messages) {
    return new WorkerStatus(10, 10, 1, 0, messages, 0, 0, 0, false, 0, List.of(), Optional.empty());
  }

  @Test
  void nothingIsToldBeforeTheFirstPhase() {
    reporter.update(BOOT, sent(0));
    assertThat(heard).isEmpty();
  }

  @Test
  void timeIsCountedFromTheStartOfThePhaseAndRatesFromTheLastReport() {
    reporter.enter(Phase.STEADY, Duration.ofSeconds(10), BOOT, sent(0));
    reporter.update(BOOT + SECOND / 100, sent(50));
    reporter.update(BOOT + SECOND / 2, sent(500));
    assertThat(heard).hasSize(2);
    assertThat(heard.get(0).elapsed()).isZero();
    assertThat(heard.get(1).elapsed()).isEqualTo(Duration.ofMillis(500));
    assertThat(heard.get(1).sentPerSecond()).isEqualTo(1_000);
  }
}
