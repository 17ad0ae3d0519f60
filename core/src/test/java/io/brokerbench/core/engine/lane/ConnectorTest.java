package io.brokerbench.core.engine.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.driver.Client;
import io.brokerbench.core.driver.Lane;
import io.brokerbench.core.engine.measure.ConnectMeter;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.NoLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Topology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectorTest {

  private static final long START = 1_000_000_000L;
  private static final long MILLI = 1_000_000L;

  private final List<Long> intended = new ArrayList<>();
  private final List<Long> actual = new ArrayList<>();
  private final ConnectMeter meter = new ConnectMeter();
  private final TimedLane lane = new TimedLane();
  private final List<Throwable> failures = new ArrayList<>();

  /** Number of the client whose connection cannot be opened; -1 for none. */
  private long broken = -1;

  private long now = START - 50 * MILLI;

  private static Scenario scenario(int devices) {
    Scenario base =
        SenderBench.scenario(
            devices, new ConstantLoad(Rate.perSecond(1)), Duration.ZERO, Duration.ofSeconds(1));
    return new Scenario(
        base.name(),
        "",
        new Topology(devices, 0, Distribution.NONE),
        base.workload().withLoad(new NoLoad()),
        base.session(),
        base.phases());
  }

  private Connector connector(Scenario scenario) {
    int window = Connector.window(1, 1, 1);
    return new Connector(
        new LaneContext(scenario, SenderBench.NONCE, 0, window, () -> now),
        lane,
        meter,
        failures::add);
  }

  private List<StubSlot> slots(int first, int step, int end) {
    List<StubSlot> slots = new ArrayList<>();
    for (int i = first; i < end; i += step) {
      slots.add(new StubSlot(i));
    }
    return slots;
  }

  @Test
  void atARateEachLaneFollowsItsShareOfOneSchedule() {
    Scenario base = scenario(10);
    Connector connector =
        connector(base.withSession(base.session().withConnectRate(Rate.perSecond(1_000))));
    connector.begin(START, slots(1, 2, 10));
    lane.runUntil(START + 20 * MILLI);
    assertThat(intended)
        .containsExactly(
            START + MILLI,
            START + 3 * MILLI,
            START + 5 * MILLI,
            START + 7 * MILLI,
            START + 9 * MILLI);
    assertThat(actual).isEqualTo(intended);
  }

  @Test
  void aLaneThatIsLateKeepsTheSchedulesDatesAndSaysHowLateItWas() {
    Scenario base = scenario(100);
    Connector connector =
        connector(base.withSession(base.session().withConnectRate(Rate.perSecond(1_000))));
    connector.begin(START, slots(0, 1, 100));
    lane.runUntil(START + 9 * MILLI);
    now = START + 59 * MILLI;
    lane.runUntil(START + 200 * MILLI);
    assertThat(intended).hasSize(100);
    assertThat(intended.get(99)).isEqualTo(START + 99 * MILLI);
    Histogram pacing = meter.takeLatencies().of(LatencyKind.CONNECT_PACING);
    assertThat(pacing.getTotalCount()).isEqualTo(100);
    assertThat(pacing.getMaxValue()).isBetween(48 * MILLI, 51 * MILLI);
    assertThat(meter.report().span().firstIntendedNanos()).isEqualTo(START);
  }

  /** Thrown, it would end the loop of the lane, with all its connections. */
  @ParameterizedTest
  @CsvSource({"true", "false"})
  void whatKeepsAConnectionFromBeingOpenedIsReportedAndNoMoreAreOpened(boolean rate) {
    broken = 3;
    Scenario base = scenario(10);
    Connector connector =
        connector(
            rate ? base.withSession(base.session().withConnectRate(Rate.perSecond(1_000))) : base);
    connector.begin(START, slots(0, 1, 10));
    lane.runUntil(START + 20 * MILLI);
    for (int settled = 0; settled < 9; settled++) {
      connector.onSettled(now);
    }
    assertThat(failures).extracting(Throwable::getMessage).containsExactly("too many open files");
    assertThat(intended).hasSize(3);
  }

  @Test
  void atARateNobodyWaitsForAnAnswer() {
    Scenario base = scenario(1_000);
    Connector connector =
        connector(base.withSession(base.session().withConnectRate(Rate.perSecond(1_000))));
    connector.begin(START, slots(0, 1, 1_000));
    lane.runUntil(START + 2_000 * MILLI);
    assertThat(intended).hasSize(1_000);
  }

  @Test
  void withoutARateAClientIsDueWhenItsPlaceInTheWindowBecameFree() {
    Connector connector = connector(scenario(100));
    connector.begin(START, slots(0, 1, 100));
    assertThat(intended).hasSize(Connector.MAX_CONNECTING);
    now += 3 * MILLI;
    connector.onSettled(now - MILLI);
    assertThat(intended).hasSize(Connector.MAX_CONNECTING + 1);
    assertThat(intended.get(Connector.MAX_CONNECTING)).isEqualTo(now - MILLI);
    assertThat(meter.takeLatencies().of(LatencyKind.CONNECT_PACING).getMaxValue())
        .isBetween(MILLI - 1_000, MILLI + 1_000);
  }

  @ParameterizedTest
  @CsvSource({"1000, 1000, 1, 64", "1000, 1000, 2, 32", "500, 1000, 2, 16", "1, 1000, 1, 1"})
  void theWindowIsOneOverAllLanesAndWorkers(int clients, int all, int lanes, int window) {
    assertThat(Connector.window(clients, all, lanes)).isEqualTo(window);
  }

  @Test
  void connectsThatFailAtOnceDoNotNest() {
    Connector connector = connector(scenario(10_000));
    List<StubSlot> slots = slots(0, 1, 10_000);
    slots.forEach(slot -> slot.failing = connector);
    connector.begin(START, slots);
    assertThat(intended).hasSize(10_000);
  }

  @Test
  void whoWasDueAndNeverCameToIsCountedAsLateAsItIs() {
    Scenario base = scenario(100);
    Connector connector =
        connector(base.withSession(base.session().withConnectRate(Rate.perSecond(1_000))));
    connector.begin(START, slots(0, 1, 100));
    lane.runUntil(START + 9 * MILLI);
    now = START + 30 * MILLI;
    connector.end();
    assertThat(meter.takeLatencies().of(LatencyKind.CONNECT_PACING).getTotalCount()).isEqualTo(31);
    connector.run();
    assertThat(intended).hasSizeLessThan(12);
  }

  /** A client that notes when it was to connect. */
  private final class StubSlot extends ClientSlot {
    private final long index;
    private Connector failing;

    StubSlot(long index) {
      super(null);
      this.index = index;
    }

    @Override
    Client client() {
      throw new AssertionError("not connected by this");
    }

    @Override
    long index() {
      return index;
    }

    @Override
    String name() {
      return "stub " + index;
    }

    @Override
    void connect(long dueNanos) {
      if (index == broken) {
        throw new IllegalStateException("too many open files");
      }
      intended.add(dueNanos);
      actual.add(now);
      now += 1_000;
      if (failing != null) {
        failing.onSettled(now);
      }
      now -= 1_000;
    }
  }

  /** A lane whose one timed task is run by hand. */
  private final class TimedLane implements Lane {
    private long at = Long.MAX_VALUE;
    private Runnable task;

    void runUntil(long end) {
      while (task != null && at - end <= 0) {
        Runnable next = task;
        task = null;
        now = Math.max(now, at);
        next.run();
      }
    }

    @Override
    public int index() {
      return 0;
    }

    @Override
    public void execute(Runnable control) {
      throw new AssertionError("not used");
    }

    @Override
    public void executeAt(long nanos, Runnable timed) {
      at = nanos;
      task = timed;
    }
  }
}
