package io.brokerbench.core.engine.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.engine.measure.BacklogGauge;
import io.brokerbench.core.engine.worker.WorkerStatus;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Moves time by hand: what is missing is gone only when everything speaks for it. */
class DrainWatchTest {

  private static final long SECOND = 1_000_000_000L;
  private static final int CLIENTS = 3;

  private boolean waitsForDisk;

  private DrainWatch watch = watch(false);

  private int probes;
  private int connected = CLIENTS;
  private int answered;
  private long arrivals = 95;
  private long acknowledged = 100;
  private long unanswered = 7;
  private OptionalLong queued = OptionalLong.empty();

  private DrainWatch watch(boolean sharesQueues) {
    return new DrainWatch(
        CLIENTS, 5 * SECOND, OptionalLong.of(1), sharesQueues, () -> waitsForDisk);
  }

  private boolean lookAt(double seconds) {
    WorkerStatus status =
        new WorkerStatus(
            connected,
            CLIENTS,
            1,
            0,
            answered,
            100,
            acknowledged,
            90,
            arrivals,
            unanswered,
            new BacklogGauge.Reading(10, 0),
            false,
            0,
            List.of(),
            Optional.empty());
    return watch.look((long) (seconds * SECOND), status, queued, () -> probes++);
  }

  @Test
  void aQuietBrokerThatAnswersHasLostWhatIsMissing() {
    assertThat(lookAt(0)).isFalse();
    assertThat(lookAt(2.4)).isFalse();
    assertThat(probes).isZero();
    assertThat(lookAt(2.5)).isFalse();
    assertThat(probes).isEqualTo(1);
    answered = CLIENTS;
    assertThat(lookAt(4.9)).isFalse();
    assertThat(lookAt(5)).isTrue();
    assertThat(watch.doubt()).isEmpty();
  }

  /** Ten are missing. */
  @Test
  void queuesOfOtherRunsTooHoldWhatIsMissingWhereTheyHoldAsMuch() {
    watch = watch(true);
    answered = CLIENTS;
    queued = OptionalLong.of(11);
    lookAt(0);
    lookAt(3);
    assertThat(lookAt(60)).isFalse();
    assertThat(watch.doubt()).hasValue("the broker reported that it held 11 messages");
    queued = OptionalLong.of(10);
    lookAt(61);
    lookAt(63.5);
    assertThat(lookAt(65)).isTrue();
  }

  @Test
  void aBrokerThatIsHaltedAndAnswersNoProbeHasLostNothing() {
    lookAt(0);
    lookAt(3);
    answered = 1;
    assertThat(lookAt(60)).isFalse();
    assertThat(watch.doubt()).hasValue("2 of 3 clients got no sign of life from the broker");
  }

  @Test
  void anyArrivalBeginsTheQuietPeriodAnew() {
    lookAt(0);
    lookAt(3);
    answered = CLIENTS;
    arrivals++; // such as one that came before
    assertThat(lookAt(4.9)).isFalse();
    assertThat(watch.doubt()).hasValue("messages were still arriving");
    assertThat(lookAt(9.8)).isFalse();
    assertThat(probes).isEqualTo(2);
    assertThat(lookAt(9.9)).isTrue();
  }

  @Test
  void anAcknowledgementIsAnArrivalToo() {
    lookAt(0);
    acknowledged++;
    lookAt(4);
    assertThat(lookAt(8)).isFalse();
  }

  /** A broker that still releases QoS 2 deliveries has not stopped. */
  @Test
  void aReleaseIsAnArrivalToo() {
    lookAt(0);
    lookAt(3);
    answered = CLIENTS;
    unanswered--;
    assertThat(lookAt(4.9)).isFalse();
    assertThat(lookAt(9.8)).isFalse();
    assertThat(lookAt(9.9)).isTrue();
  }

  @Test
  void aClientThatIsNotThereMayStillGetItsMessages() {
    connected = 2;
    lookAt(0);
    lookAt(3);
    answered = CLIENTS;
    assertThat(lookAt(60)).isFalse();
    assertThat(watch.doubt()).hasValue("1 of 3 clients were not connected");
    assertThat(probes).isZero();
  }

  /** It answers, as a sign of life does not pass through its journal. */
  @Test
  void aBrokerThatWaitsForItsDiskHasLostNothing() {
    answered = CLIENTS;
    lookAt(0);
    waitsForDisk = true;
    for (int tenths = 1; tenths <= 600; tenths++) {
      assertThat(lookAt(tenths / 10.0)).isFalse();
    }
    assertThat(watch.doubt()).hasValue("the broker waited for its disk");
    assertThat(probes).isZero();

    waitsForDisk = false;
    assertThat(lookAt(62.5)).isFalse();
    assertThat(probes).isEqualTo(1);
    assertThat(lookAt(64.9)).isFalse();
    assertThat(lookAt(65)).isTrue();
    assertThat(watch.doubt()).isEmpty();
  }

  /** What of a quiet period it waited is missing from it, and no more. */
  @Test
  void aShortWaitForTheDiskMakesTheQuietPeriodLongerByItself() {
    answered = CLIENTS;
    lookAt(0);
    lookAt(1);
    waitsForDisk = true;
    lookAt(1.5);
    waitsForDisk = false;
    lookAt(4);
    assertThat(lookAt(5.4)).isFalse();
    assertThat(lookAt(5.5)).isTrue();
  }

  @Test
  void whatTheBrokerReportsToHoldIsNotGone() {
    queued = OptionalLong.of(11);
    answered = CLIENTS;
    lookAt(0);
    assertThat(lookAt(60)).isFalse();
    assertThat(watch.doubt()).hasValue("the broker reported that it held 11 messages");
    queued = OptionalLong.of(1);
    lookAt(61);
    lookAt(63.6);
    assertThat(lookAt(65)).isTrue();
  }
}
