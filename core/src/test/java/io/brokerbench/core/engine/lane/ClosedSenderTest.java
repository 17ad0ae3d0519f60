package io.brokerbench.core.engine.lane;

import static io.brokerbench.core.engine.lane.SenderBench.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.load.ClosedLoad;
import io.brokerbench.core.load.OnOff;
import io.brokerbench.core.scenario.Scenario;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
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

  /** It is not refused, so it does not ask again, and the broker would idle until the next turn. */
  @Test
  void aWindowThatIsFreedAllAtOnceIsFilledWithoutWaitingForTheNextTurn() {
    SenderBench.StubPublisher publisher = bench.publishers.get(0);
    publisher.room = 0;
    bench.publishers.get(1).room = 0;
    assertThat(bench.sender.turn(START)).isEqualTo(START + 10 * SECOND);

    publisher.room = 100;
    bench.ready(0);
    assertThat(publisher.intended).as("a burst").hasSize(64);
    assertThat(bench.wakes).isEqualTo(1);
    assertThat(bench.sender.turn(bench.now)).as("refused now").isEqualTo(START + 10 * SECOND);
    assertThat(publisher.intended).hasSize(100);

    publisher.room = 10;
    bench.ready(0);
    assertThat(bench.wakes).as("it was refused, and asks again").isEqualTo(1);
  }

  /** A broker that acknowledges and does not deliver is not given more and more. */
  @Test
  void nothingIsSentWhileMoreIsOwedThanMayBe() {
    SenderBench limited =
        new SenderBench(
            1, new ClosedLoad(10, OptionalInt.of(100)), Duration.ZERO, Duration.ofSeconds(10));
    SenderBench.StubPublisher publisher = limited.publishers.get(0);
    limited.turnUntil(START + SECOND, 1_000_000);
    assertThat(publisher.intended).as("a burst is 64").hasSize(128);
    limited.ready(0);
    assertThat(publisher.intended).hasSize(128);
    assertThat(limited.sender.turn(limited.now)).isEqualTo(limited.now + 1_000_000);

    for (int sequence = 0; sequence < 100; sequence++) {
      limited.deliver(sequence);
    }
    limited.turnUntil(limited.now + 3_000_000, 1_000_000);
    assertThat(publisher.intended).hasSize(256);
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

  @Test
  void whileTheLoadIsOffNothingIsSentAndItIsKnownWhenItIsOnAgain() {
    Scenario always =
        SenderBench.scenario(1, new ClosedLoad(10), Duration.ZERO, Duration.ofSeconds(10));
    OnOff times = new OnOff(Duration.ofSeconds(1), Duration.ofSeconds(2));
    SenderBench onOff =
        new SenderBench(always.withWorkload(always.workload().withOnOff(Optional.of(times))));
    SenderBench.StubPublisher publisher = onOff.publishers.get(0);
    publisher.room = 10;

    assertThat(onOff.sender.turn(START)).isEqualTo(START + 3 * SECOND);
    assertThat(publisher.intended).hasSize(10);
    publisher.room = 5;
    onOff.now = START + SECOND;
    onOff.ready(0);
    assertThat(onOff.sender.turn(onOff.now)).isEqualTo(START + 3 * SECOND);
    assertThat(publisher.intended).hasSize(10);
    onOff.now = START + 3 * SECOND;
    onOff.sender.turn(onOff.now);
    assertThat(publisher.intended).hasSize(15);
    assertThat(onOff.sender.turn(START + 9 * SECOND + SECOND / 2)).isEqualTo(START + 10 * SECOND);
  }
}
