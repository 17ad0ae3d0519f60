package io.brokerbench.core.engine.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.engine.measure.FailoverReport;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ReconnectorTest {

  private static final long MILLI = 1_000_000;

  private final Reconnector reconnector = new Reconnector(42, 10);
  private final Client client = new Client();

  private static final class Client implements Reconnector.ReconnectingClient {
    private boolean waiting = true;
    private int attempts;
    private int givenUp;

    @Override
    public void reconnect() {
      attempts++;
      waiting = false;
    }

    @Override
    public boolean isReconnecting() {
      return !waiting;
    }

    @Override
    public boolean isWaiting() {
      return waiting;
    }

    @Override
    public void giveUp() {
      givenUp++;
      waiting = true;
    }
  }

  /** Lets attempts fail at once, and returns how long the client waited before each. */
  private static List<Long> waits(Reconnector reconnector, Client client, int attempts) {
    List<Long> waits = new ArrayList<>();
    long now = 0;
    reconnector.onBroken(client, now);
    for (int i = 0; i < attempts; i++) {
      long due = i == 0 ? now : reconnector.turn(now);
      waits.add(due - now);
      now = due;
      reconnector.turn(now);
      assertThat(client.attempts).isEqualTo(i + 1);
      client.waiting = true;
      reconnector.onRefused(client, now);
    }
    return waits;
  }

  @Test
  void theFirstAttemptIsMadeAtOnceAndTheOthersAfterWaitsThatDouble() {
    List<Long> waits = waits(reconnector, client, 7);
    assertThat(waits.get(0)).isZero();
    assertThat(waits.get(1)).isBetween(10 * MILLI, 20 * MILLI);
    assertThat(waits.get(2)).isBetween(20 * MILLI, 40 * MILLI);
    assertThat(waits.get(3)).isBetween(40 * MILLI, 80 * MILLI);
    assertThat(waits.subList(4, 7)).allMatch(wait -> wait >= 50 * MILLI && wait <= 100 * MILLI);
  }

  @Test
  void theSeedDecidesTheWaits() {
    List<Long> waits = waits(reconnector, client, 7);
    assertThat(waits(new Reconnector(42, 10), new Client(), 7)).isEqualTo(waits);
    assertThat(waits(new Reconnector(43, 10), new Client(), 7)).isNotEqualTo(waits);
  }

  @Test
  void manyClientsWaitForUpToASecond() {
    List<Long> waits = waits(new Reconnector(42, 50_000), client, 10);
    assertThat(waits.get(9)).isBetween(500 * MILLI, 1_000 * MILLI);
  }

  @Test
  void anAttemptThatNobodyAnswersIsGivenUp() {
    reconnector.onBroken(client, 0);
    assertThat(reconnector.turn(0)).isEqualTo(2_000 * MILLI);
    reconnector.turn(1_999 * MILLI);
    assertThat(client.givenUp).isZero();
    long next = reconnector.turn(2_000 * MILLI);
    assertThat(client.givenUp).isEqualTo(1);
    assertThat(next).isBetween(2_010 * MILLI, 2_020 * MILLI);
    reconnector.turn(next);
    assertThat(client.attempts).isEqualTo(2);
    assertThat(reconnector.report().unanswered()).isEqualTo(1);
    assertThat(reconnector.report().refused()).isZero();
  }

  /** Makes attempts that are never answered, and returns how long each waited. */
  private List<Long> limits(int attempts, long from) {
    List<Long> limits = new ArrayList<>();
    long now = from;
    for (int i = 0; i < attempts; i++) {
      int before = client.attempts;
      long limit = reconnector.turn(now);
      assertThat(client.attempts).isEqualTo(before + 1);
      limits.add((limit - now) / MILLI);
      now = reconnector.turn(limit);
    }
    return limits;
  }

  @Test
  void aBrokerThatIsSlowToAnswerGetsMoreTimeForEachFurtherAttempt() {
    reconnector.onBroken(client, 0);
    assertThat(limits(5, 0)).containsExactly(2_000L, 4_000L, 8_000L, 8_000L, 8_000L);
  }

  @Test
  void aClientThatWasBackStartsWithTheShortLimitAgain() {
    reconnector.onBroken(client, 0);
    limits(2, 0);
    long now = 60_000 * MILLI;
    reconnector.turn(now);
    reconnector.onConnected(client, now);
    now += 5_000 * MILLI;
    client.waiting = true;
    reconnector.onBroken(client, now);
    assertThat(limits(1, now)).containsExactly(2_000L);
  }

  @Test
  void anAttemptWithALongLimitHoldsUpNoOtherClient() {
    reconnector.onBroken(client, 0);
    limits(2, 0);
    long now = 60_000 * MILLI;
    reconnector.turn(now);
    Client other = new Client();
    reconnector.onBroken(other, now + MILLI);
    reconnector.turn(now + MILLI);
    reconnector.turn(now + 2_001 * MILLI);
    assertThat(other.givenUp).isEqualTo(1);
    assertThat(client.givenUp).isEqualTo(2);
  }

  @Test
  void aClientThatIsBackIsLeftInPeace() {
    reconnector.onBroken(client, 5);
    reconnector.turn(5);
    reconnector.onConnected(client, 9);
    assertThat(reconnector.turn(3_000 * MILLI)).isEqualTo(Long.MAX_VALUE);
    assertThat(client.givenUp).isZero();
    assertThat(client.attempts).isEqualTo(1);
    assertThat(reconnector.report())
        .isEqualTo(
            new FailoverReport.Clients(
                List.of(List.of(new FailoverReport.Absence(5, OptionalLong.of(9)))), 1, 1, 0, 0));
  }

  @Test
  void aConnectionThatDidNotLastIsNoReasonToTryAtOnce() {
    reconnector.onBroken(client, 0);
    reconnector.turn(0);
    reconnector.onConnected(client, MILLI);
    client.waiting = true;
    reconnector.onBroken(client, 2 * MILLI);
    assertThat(reconnector.turn(2 * MILLI)).isBetween(12 * MILLI, 22 * MILLI);
    assertThat(client.attempts).isEqualTo(1);
    assertThat(reconnector.report().broken()).isEqualTo(2);
    assertThat(reconnector.report().count()).isEqualTo(1);
    assertThat(reconnector.report().absences())
        .containsExactly(List.of(new FailoverReport.Absence(0, OptionalLong.empty())));
  }

  /** As one that comes back from an absence on purpose: it has lost no connection. */
  @Test
  void anAttemptThatIsFollowedIsGivenUpAndTriedAgain() {
    client.waiting = false;
    reconnector.watch(client, 0);
    reconnector.turn(1_999 * MILLI);
    assertThat(client.givenUp).isZero();
    long next = reconnector.turn(2_000 * MILLI);
    assertThat(client.givenUp).isEqualTo(1);
    reconnector.turn(next);
    assertThat(client.attempts).isEqualTo(1);
    client.waiting = true;
    reconnector.onRefused(client, next);
    reconnector.turn(reconnector.turn(next));
    assertThat(client.attempts).isEqualTo(2);
    reconnector.onConnected(client, next + 1_000 * MILLI);
    assertThat(reconnector.turn(60_000 * MILLI)).isEqualTo(Long.MAX_VALUE);
    assertThat(reconnector.report()).isEqualTo(new FailoverReport.Clients(List.of(), 0, 0, 1, 1));
  }

  /** It was back in between, and away for that long. */
  @Test
  void anAbsenceThatWasOverIsKeptWhereAClientLeavesThatBrokeAgainAtOnce() {
    reconnector.onBroken(client, 0);
    reconnector.turn(0);
    reconnector.onConnected(client, 5 * MILLI);
    client.waiting = true;
    reconnector.onBroken(client, 6 * MILLI);
    reconnector.onLeft(client);
    assertThat(reconnector.turn(3_000 * MILLI)).isEqualTo(Long.MAX_VALUE);
    assertThat(reconnector.report().absences())
        .containsExactly(List.of(new FailoverReport.Absence(0, OptionalLong.of(5 * MILLI))));
  }

  @Test
  void aClientThatLeavesWhileItIsAwayIsNotBroughtBack() {
    reconnector.onBroken(client, 0);
    reconnector.turn(0);
    reconnector.onConnected(client, MILLI);
    client.waiting = true;
    reconnector.onBroken(client, 2_000 * MILLI);
    reconnector.onLeft(client);
    assertThat(reconnector.turn(2_000 * MILLI)).isEqualTo(Long.MAX_VALUE);
    assertThat(client.attempts).isEqualTo(1);
    assertThat(reconnector.report().broken()).isEqualTo(2);
    assertThat(reconnector.report().absences())
        .containsExactly(List.of(new FailoverReport.Absence(0, OptionalLong.of(MILLI))));
  }

  @Test
  void aClientThatLeavesBeforeItWasEverBackIsNoneThatIsMissing() {
    reconnector.onBroken(client, 0);
    reconnector.turn(0);
    reconnector.onLeft(client);
    assertThat(reconnector.turn(3_000 * MILLI)).isEqualTo(Long.MAX_VALUE);
    assertThat(client.givenUp).isZero();
    assertThat(reconnector.report().absences()).isEmpty();
  }

  @Test
  void aClientThatLosesItsConnectionAgainLaterIsAwayTwice() {
    reconnector.onBroken(client, 0);
    reconnector.turn(0);
    reconnector.onConnected(client, MILLI);
    client.waiting = true;
    reconnector.onBroken(client, 2_000 * MILLI);
    reconnector.turn(2_000 * MILLI);
    reconnector.onConnected(client, 2_005 * MILLI);
    assertThat(reconnector.report().absences())
        .containsExactly(
            List.of(
                new FailoverReport.Absence(0, OptionalLong.of(MILLI)),
                new FailoverReport.Absence(2_000 * MILLI, OptionalLong.of(2_005 * MILLI))));
  }
}
