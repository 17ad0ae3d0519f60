package io.brokerbench.core.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.engine.assignment.Assignment.Slice;
import io.brokerbench.core.engine.assignment.ClientIds;
import io.brokerbench.core.engine.assignment.TimedPublishers;
import io.brokerbench.core.engine.lane.OverdueMeter;
import io.brokerbench.core.engine.lane.SenderBench;
import io.brokerbench.core.engine.measure.DeliveryLedger;
import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.engine.measure.SentMessages;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Topology;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Four publishers, of which one could not send ten messages, and four consumers. */
class OwedMessagesTest {

  private static final long SECOND = 1_000_000_000L;
  private static final long[] SENT = {50, 40, 50, 50};
  private static final int UNSENT = 10;
  private static final ClientIds NONE = ClientIds.below(0);

  private static Scenario scenario(Distribution distribution) {
    return SenderBench.scenario(
            4, new ConstantLoad(Rate.perSecond(40)), Duration.ZERO, Duration.ofSeconds(5))
        .withTopology(new Topology(4, 4, distribution));
  }

  /** Deliveries that a worker notes of what was not sent. */
  private static long noted(Scenario scenario, Slice slice, Optional<ClientIds> timed) {
    OverdueMeter overdue =
        new OverdueMeter(
            scenario,
            new RunTimes(0, 0, 5 * SECOND),
            6 * SECOND,
            0,
            OverdueMeter.ofMarks(List.of()));
    DeliveryLedger ledger = WorkerLedgers.deliveries(scenario.topology(), slice);
    new OwedMessages(scenario, slice, Optional.empty())
        .noteUnsent(
            overdue,
            SentMessages.of(SENT, new long[0], 0),
            TimedPublishers.of(timed, 4),
            ledger::recipientsOf);
    assertThat(overdue.ages().of(LatencyKind.SEND_DELAY).getTotalCount()).isZero();
    return overdue.ages().of(LatencyKind.END_TO_END).getTotalCount();
  }

  /** Those with the consumers note them, whoever was to send. */
  @ParameterizedTest
  @EnumSource(
      value = Distribution.class,
      names = {"ALL", "PARTITIONS", "SHARED"})
  void severalWorkersNoteAsManyAsOne(Distribution distribution) {
    Scenario scenario = scenario(distribution);
    ClientIds consumers = ClientIds.below(4);
    long one = noted(scenario, Slice.all(scenario), Optional.empty());

    assertThat(one).isEqualTo(distribution == Distribution.ALL ? 4 * UNSENT : UNSENT);
    assertThat(noted(scenario, new Slice(ClientIds.below(4), NONE), Optional.empty())).isZero();
    long others = noted(scenario, new Slice(NONE, consumers), Optional.empty());
    if (distribution != Distribution.SHARED) { // all its members are in one slice
      others =
          noted(scenario, new Slice(NONE, ClientIds.below(1)), Optional.empty())
              + noted(
                  scenario, new Slice(NONE, ClientIds.of(IntStream.range(1, 4))), Optional.empty());
    }
    assertThat(others).isEqualTo(one);
  }

  /** Its deliveries would be in no histogram, and it would weigh too much among those that are. */
  @ParameterizedTest
  @EnumSource(
      value = Distribution.class,
      names = {"ALL", "PARTITIONS", "SHARED"})
  void whatIsNotTimedHereIsNotNoted(Distribution distribution) {
    Scenario scenario = scenario(distribution);
    Slice all = Slice.all(scenario);

    assertThat(noted(scenario, all, Optional.of(ClientIds.below(1)))).isZero();
    assertThat(noted(scenario, all, Optional.of(ClientIds.below(2)))).isPositive();
  }
}
