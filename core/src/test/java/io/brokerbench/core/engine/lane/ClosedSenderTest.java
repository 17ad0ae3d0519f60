package io.brokerbench.core.engine.lane;

import static io.brokerbench.core.engine.lane.SenderBench.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.scenario.ClosedLoad;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ClosedSenderTest {

  private static final long SECOND = 1_000_000_000L;

  private final SenderBench bench =
      new SenderBench(2, new ClosedLoad(10), Duration.ZERO, Duration.ofSeconds(10));

  @Test
  void thePublishersWindowIsFilledAndRefilledAsItFrees() {
    SenderBench.StubPublisher publisher = bench.publishers.get(0);
    publisher.room = 10;
    bench.publishers.get(1).room = 0;
    bench.turnUntil(START + 1_000_000, 100_000);
    assertThat(publisher.intended).hasSize(10);
    bench.now = START + SECOND;
    publisher.room = 1;
    bench.ready(0);
    assertThat(publisher.intended).hasSize(11);
    assertThat(publisher.intended.get(10)).isEqualTo(START + SECOND);
    assertThat(publisher.sendDelays.get(10)).isZero();
  }

  @Test
  void eachPublisherGetsItsShareOfATurn() {
    bench.sender.turn(START);
    assertThat(bench.publishers.get(0).intended).hasSameSizeAs(bench.publishers.get(1).intended);
  }

  @Test
  void nothingIsSentBeforeTheStartOrAfterTheEnd() {
    assertThat(bench.sender.turn(START - 1)).isEqualTo(START);
    bench.now = START + 10 * SECOND;
    assertThat(bench.sender.turn(bench.now)).isEqualTo(Long.MAX_VALUE);
    bench.ready(0);
    assertThat(bench.publishers.get(0).intended).isEmpty();
  }
}
