package io.brokerbench.core.engine.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.definition.ScenarioDefaults;
import io.brokerbench.core.driver.Lane;
import io.brokerbench.core.driver.Subscriber;
import io.brokerbench.core.driver.SubscriberListener;
import io.brokerbench.core.engine.assignment.Assignment.Slice;
import io.brokerbench.core.engine.measure.BacklogGauge;
import io.brokerbench.core.engine.measure.LaneReport;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.engine.worker.WorkerLedgers;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.mqtt5.AnswerPacket;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.scenario.Conditions;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.security.Security;
import io.brokerbench.core.storm.Storm;
import io.brokerbench.core.storm.StormKind;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One consumer whose connection breaks about when a second client takes it over. */
class TakeoverTest {

  private static final long MILLI = 1_000_000;
  private final RunException broken = new RunException("broken", null);

  private final WorkerEvents events = new WorkerEvents();
  private final CountingSubscriber first = new CountingSubscriber();
  private final CountingSubscriber second = new CountingSubscriber();
  private LaneLoad lane;
  private ConsumerSlot slot;
  private SubscriberListener ofSecond;
  private long now = SenderBench.START;

  /** The second client is due when the steady state begins, a second after the start. */
  private static Scenario takeover() {
    return new Scenario(
        "test",
        "",
        new Topology(1, 1, Distribution.PARTITIONS),
        ScenarioDefaults.workload(Qos.AT_LEAST_ONCE)
            .withLoad(new ConstantLoad(Rate.perSecond(1_000))),
        ScenarioDefaults.session(true).withReconnect(Optional.of(true)),
        Security.NONE,
        Conditions.NONE.withStorm(Storm.of(StormKind.TAKEOVER)),
        ScenarioDefaults.PHASES.with(Duration.ofSeconds(1), Duration.ofSeconds(60)));
  }

  @BeforeEach
  void connectAndSubscribe() {
    Scenario scenario = takeover();
    LaneContext context =
        new LaneContext(
            scenario,
            SenderBench.NONCE,
            0,
            64,
            () -> now,
            true,
            Optional.empty(),
            Optional.empty(),
            1);
    LaneMeter meter =
        new LaneMeter(
            0,
            context,
            WorkerLedgers.deliveries(scenario.topology(), Slice.all(scenario)),
            new BacklogGauge(1),
            interval -> {});
    lane = new LaneLoad(context, new IdleLane(), meter, new LaneGauges(), events, 1);
    slot = new ConsumerSlot(0, lane);
    slot.attach(first);
    ofSecond = slot.second();
    slot.attachSecond(second);
    lane.consumers().add(slot);
    slot.connect(now);
    slot.onConnected(now, false);
    slot.subscribe(now);
    slot.onSubscribed(now, Qos.AT_LEAST_ONCE);
    lane.start(RunTimes.from(SenderBench.START, scenario.phases()));
  }

  private void after(long millis) {
    now += millis * MILLI;
    lane.run();
  }

  private static long longest(LaneReport report, LatencyKind kind) {
    return report.latencies().of(kind).getMaxValue();
  }

  private LaneReport report() {
    lane.freeze();
    return lane.report();
  }

  private void assertConnected(int count) {
    assertThat(events.connected().get()).as("connections that count").isEqualTo(count);
  }

  @Test
  void whatTheBrokerSaysToASecondClientIsCounted() {
    ofSecond.onReasonCode(AnswerPacket.CONNACK, 0x97);
    assertThat(report().reasonCodes()).hasSize(1);
  }

  /** The time in between is the broker's: the generator was not late. */
  @Test
  void aSecondClientThatIsDueMeanwhileComesOnceTheFirstIsBackAndCountsFromWhenItWasDue() {
    after(900);
    slot.onDisconnected(now, broken);
    assertConnected(0);
    after(100);
    assertThat(first.connects).isEqualTo(2);
    assertThat(second.connects).isZero();
    after(600);
    slot.onConnected(now, true);
    assertThat(second.connects).isEqualTo(1);
    ofSecond.onConnected(now, true);
    slot.onDisconnected(now, broken);
    assertConnected(1);
    assertThat(first.subscribes).isEqualTo(1);
    assertThat(second.subscribes).isZero();
    LaneReport report = report();
    assertThat(longest(report, LatencyKind.PACING)).isLessThan(MILLI);
    assertThat(longest(report, LatencyKind.STORM)).isBetween(600 * MILLI, 601 * MILLI);
    assertThat(report.storm().acts()).isEqualTo(1);
    assertThat(report.storm().watchers()).hasSize(1);
    assertThat(report.failover().clients().broken()).isEqualTo(1);
    assertThat(report.failover().clients().reconnects()).isEqualTo(1);
  }

  /** The session is there, and what it was asked for may not be. */
  @Test
  void aSecondClientAsksForTheSubscriptionThatTheFirstWasNotGranted() {
    after(900);
    slot.onDisconnected(now, broken);
    after(100);
    slot.onConnected(now, false);
    assertThat(first.subscribes).isEqualTo(2);
    assertThat(second.connects).isEqualTo(1);
    ofSecond.onConnected(now, true);
    assertThat(second.subscribes).isEqualTo(1);
    ofSecond.onSubscribed(now, Qos.AT_LEAST_ONCE);
    slot.onDisconnected(now, broken);
    ofSecond.onDisconnected(now, broken);
    after(100);
    assertThat(second.connects).isEqualTo(2);
    ofSecond.onConnected(now, true);
    assertThat(second.subscribes).as("it is granted").isEqualTo(1);
    assertConnected(1);
  }

  @Test
  void aSubscriptionThatWasNotGrantedBeforeTheConnectionBrokeIsAskedForAgain() {
    after(100);
    slot.onDisconnected(now, broken);
    after(1);
    slot.onConnected(now, false);
    slot.onDisconnected(now, broken);
    after(100);
    slot.onConnected(now, true);
    assertThat(first.subscribes).isEqualTo(3);
  }

  @Test
  void aSecondClientThatIsNotAnsweredIsGivenUpAndTriesAgain() {
    after(1_000);
    assertThat(second.connects).isEqualTo(1);
    assertConnected(1);
    after(2_000);
    assertThat(second.aborts).isEqualTo(1);
    assertConnected(0);
    after(100);
    assertThat(second.connects).isEqualTo(2);
    ofSecond.onConnected(now, true);
    slot.onDisconnected(now, broken);
    assertConnected(1);
    LaneReport report = report();
    assertThat(report.storm().watchers()).hasSize(1);
    assertThat(report.failover().clients().unanswered()).isEqualTo(1);
    assertThat(report.failover().clients().absences()).as("no connection broke").isEmpty();
  }

  @Test
  void aSecondClientThatIsRefusedTriesAgainAndIsNamed() {
    after(1_000);
    ofSecond.onDisconnected(now, broken);
    assertConnected(0);
    after(100);
    assertThat(second.connects).isEqualTo(2);
    LaneReport report = report();
    assertThat(report.storm().ends()).containsEntry("a second client was refused: broken", 1L);
    assertThat(report.storm().watchers()).as("nothing was taken over").isEmpty();
    assertThat(report.failover().clients().refused()).isEqualTo(1);
    assertThat(report.failover().clients().broken()).isZero();
    assertThat(events.firstFailure()).isEmpty();
  }

  /** Its session is ended by a connection of its own, whose end is that of the goodbye. */
  @Test
  void aSecondClientThatWasNeverAcceptedHoldsUpNoGoodbye() {
    after(1_000);
    ofSecond.onDisconnected(now, broken);
    lane.freeze();
    lane.partAll();
    assertThat(second.forgets).isEqualTo(1);
    assertThat(events.parting().get()).isEqualTo(1);
    ofSecond.onDisconnected(now, null);
    assertThat(events.parting().get()).isZero();
  }

  /** Comes to no turn by itself. */
  private static final class IdleLane implements Lane {

    @Override
    public int index() {
      return 0;
    }

    @Override
    public void execute(Runnable task) {}

    @Override
    public void executeAt(long nanos, Runnable task) {}
  }

  private static final class CountingSubscriber implements Subscriber {

    private int connects;
    private int subscribes;
    private int aborts;
    private int forgets;

    @Override
    public void connect() {
      connects++;
    }

    @Override
    public void disconnect() {}

    @Override
    public void abort() {
      aborts++;
    }

    @Override
    public void subscribe() {
      subscribes++;
    }

    @Override
    public void forget() {
      forgets++;
    }
  }
}
