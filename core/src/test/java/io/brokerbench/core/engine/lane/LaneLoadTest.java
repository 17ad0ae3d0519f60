package io.brokerbench.core.engine.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.definition.ScenarioDefaults;
import io.brokerbench.core.driver.Lane;
import io.brokerbench.core.driver.Subscriber;
import io.brokerbench.core.engine.assignment.Assignment.Slice;
import io.brokerbench.core.engine.measure.BacklogGauge;
import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.engine.worker.WorkerLedgers;
import io.brokerbench.core.load.ClosedLoad;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.LoadModel;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.scenario.Conditions;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.security.Security;
import io.brokerbench.core.storm.Storm;
import io.brokerbench.core.storm.StormKind;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LaneLoadTest {

  private static final long SECOND = 1_000_000_000L;
  private static final int TOPICS = 5;

  private final BacklogGauge backlog = new BacklogGauge(1);
  private final LaneGauges gauges = new LaneGauges();
  private long now = SenderBench.START;

  /** Two subscribers come, a second apart. */
  private static Scenario retained() {
    return new Scenario(
        "test",
        "",
        new Topology(TOPICS, 2, Distribution.ALL),
        ScenarioDefaults.workload(Qos.AT_LEAST_ONCE)
            .withLoad(new ConstantLoad(Rate.perSecond(1_000)))
            .withRetain(true),
        ScenarioDefaults.session(false),
        Security.NONE,
        Conditions.NONE.withStorm(Storm.of(StormKind.RETAINED).oneEvery(Duration.ofSeconds(1))),
        ScenarioDefaults.PHASES.with(Duration.ofSeconds(1), Duration.ofSeconds(5)));
  }

  /** A worker that is looked at from far away would pass for drained before its storm began. */
  @Test
  void aLaneIsNotDoneBeforeAllItsClientsHaveActed() {
    Scenario scenario = retained();
    LaneLoad lane = lane(scenario);
    for (int id = 0; id < 2; id++) {
      ConsumerSlot slot = new ConsumerSlot(id, lane);
      slot.attach(new SilentSubscriber());
      lane.consumers().add(slot);
    }
    lane.start(RunTimes.from(SenderBench.START, scenario.phases()));
    assertDoneAndOwed(false, 0);
    now += SECOND;
    lane.run();
    assertDoneAndOwed(false, TOPICS);
    now += SECOND;
    lane.run();
    assertDoneAndOwed(true, 2 * TOPICS);
  }

  /** Lanes with consumers and publishers would hold back both, and be late for nothing. */
  @Test
  void aLaneThatSendsUnderAClosedLoadHasNoSchedule() {
    assertThat(sending(new ConstantLoad(Rate.perSecond(1_000))).isScheduled()).isTrue();
    assertThat(sending(new ClosedLoad(10)).isScheduled()).isFalse();
    assertThat(lane(retained()).isScheduled()).as("without publishers").isFalse();
  }

  private LaneLoad sending(LoadModel load) {
    LaneLoad lane = lane(SenderBench.scenario(1, load, Duration.ZERO, Duration.ofSeconds(1)));
    lane.publishers().add(new PublisherSlot(0, lane));
    return lane;
  }

  private LaneLoad lane(Scenario scenario) {
    LaneContext context = new LaneContext(scenario, SenderBench.NONCE, 0, 64, () -> now);
    LaneMeter meter =
        new LaneMeter(
            0,
            context,
            WorkerLedgers.deliveries(scenario.topology(), Slice.all(scenario)),
            backlog,
            second -> {});
    return new LaneLoad(context, new IdleLane(), meter, gauges, new WorkerEvents(), 1);
  }

  private void assertDoneAndOwed(boolean done, long owed) {
    assertThat(gauges.isSendingDone()).isEqualTo(done);
    assertThat(backlog.current()).isEqualTo(owed);
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

  /** Asks for nothing and gets nothing. */
  private static final class SilentSubscriber implements Subscriber {

    @Override
    public void connect() {}

    @Override
    public void disconnect() {}

    @Override
    public void abort() {}

    @Override
    public void subscribe() {}

    @Override
    public void forget() {}
  }
}
