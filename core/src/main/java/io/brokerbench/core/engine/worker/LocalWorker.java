package io.brokerbench.core.engine.worker;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.base.RunNonces;
import io.brokerbench.core.driver.EndpointConnects;
import io.brokerbench.core.driver.Lane;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.engine.assignment.Assignment;
import io.brokerbench.core.engine.assignment.ClientIds;
import io.brokerbench.core.engine.assignment.TimedPublishers;
import io.brokerbench.core.engine.lane.ClientSpecs;
import io.brokerbench.core.engine.lane.Connector;
import io.brokerbench.core.engine.lane.LaneContext;
import io.brokerbench.core.engine.lane.LaneGauges;
import io.brokerbench.core.engine.lane.LaneLoad;
import io.brokerbench.core.engine.lane.LaneMeter;
import io.brokerbench.core.engine.lane.OverdueMeter;
import io.brokerbench.core.engine.lane.PublisherSlot;
import io.brokerbench.core.engine.lane.ResponderSlot;
import io.brokerbench.core.engine.lane.StormMeter;
import io.brokerbench.core.engine.lane.ThreadWatch;
import io.brokerbench.core.engine.lane.WorkerEvents;
import io.brokerbench.core.engine.measure.BacklogGauge;
import io.brokerbench.core.engine.measure.DeliveryAccount;
import io.brokerbench.core.engine.measure.IntervalSample;
import io.brokerbench.core.engine.measure.LaneReport;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.engine.measure.SentMessages;
import io.brokerbench.core.result.DriverInfo;
import io.brokerbench.core.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** A worker in this JVM: the driver's lanes, each with its share of the clients. */
public final class LocalWorker implements Worker {

  private static final long GOODBYE_NANOS = 5_000_000_000L;

  /**
   * Publishers remove their retained messages, which takes a starved broker longer. With the
   * drivers' own end it stays within the time that a worker process has to close.
   */
  private static final long GOODBYE_OF_RETAINED_NANOS = 8_000_000_000L;

  private static final long GOODBYE_AFTER_FAILURE_NANOS = 1_500_000_000L;

  private final Assignment assignment;
  private final LaneContext context;
  private final OpenDrivers drivers;
  private final NanoClock clock;
  private final WorkerLedgers ledgers;
  private final BacklogGauge backlog;
  private final WorkerEvents events = new WorkerEvents();
  private final ThreadWatch threads;
  private final ConcurrentLinkedQueue<IntervalSample> intervals = new ConcurrentLinkedQueue<>();
  private final List<LaneLoad> lanes = new ArrayList<>();
  private final LaneCalls calls = new LaneCalls(lanes, events);
  private final List<LaneGauges> gauges = new ArrayList<>();
  private final List<PublisherSlot> publishers = new ArrayList<>();
  private final TimedPublishers timed;
  private final OwedMessages owed;

  /** Written by the thread that commands the worker, as {@link #frozenNanos}. */
  private volatile RunTimes times = new RunTimes(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);

  private long frozenNanos;

  public LocalWorker(Assignment assignment, DriverSelection drivers, NanoClock clock) {
    this(assignment, drivers, clock, Optional.empty());
  }

  /**
   * A worker beside others on the same broker.
   *
   * @param beside the nonces of all their runs
   */
  public LocalWorker(
      Assignment assignment, DriverSelection drivers, NanoClock clock, Optional<RunNonces> beside) {
    this.assignment = assignment;
    this.owed = new OwedMessages(assignment.scenario(), assignment.slice(), assignment.sizes());
    this.clock = clock;
    this.ledgers = WorkerLedgers.of(assignment.scenario().topology(), assignment.slice());
    ledgers.letExpire(assignment.scenario(), () -> times.start());
    this.drivers = OpenDrivers.open(assignment, drivers, clock);
    this.threads = new ThreadWatch(this.drivers::hasThread);
    this.context = context(beside);
    this.timed = TimedPublishers.of(context.timed(), assignment.scenario().topology().publishers());
    int count = this.drivers.lanes().size();
    boolean slow = assignment.scenario().slowConsumers().isPresent();
    this.backlog = slow ? BacklogGauge.withSlowConsumers(count) : new BacklogGauge(count);
    makeLanes();
    makeClients();
  }

  private LaneContext context(Optional<RunNonces> beside) {
    Scenario scenario = assignment.scenario();
    return new LaneContext(
        scenario,
        assignment.nonce(),
        assignment.precision().toNanos(),
        Connector.window(assignment.slice().clients(), scenario.clients(), drivers.lanes().size()),
        clock,
        scenario.expectsBrokenConnections() && drivers.reconnect(),
        assignment.slice().timed(),
        beside,
        share());
  }

  /** Of all deliveries, those of one of the lanes here that have consumers. */
  private double share() {
    int here = assignment.slice().consumerIds().size();
    long lanes = IntStream.range(0, here).map(drivers::consumingLane).distinct().count();
    int all = assignment.scenario().topology().consumers();
    return lanes == 0 ? 1 : (double) here / all / lanes;
  }

  private void makeLanes() {
    for (Lane lane : drivers.lanes()) {
      LaneMeter meter =
          new LaneMeter(lanes.size(), context, ledgers.deliveries(), backlog, intervals::add);
      LaneGauges laneGauges = new LaneGauges();
      gauges.add(laneGauges);
      lanes.add(
          new LaneLoad(context, lane, meter, laneGauges, events, assignment.seedOf(lane.index())));
    }
  }

  private void makeClients() {
    ClientSpecs specs = new ClientSpecs(assignment, context);
    ClientIds consumers = assignment.slice().consumerIds();
    for (int i = 0; i < consumers.size(); i++) {
      int id = consumers.id(i);
      LaneLoad lane = lanes.get(drivers.consumingLane(i));
      if (assignment.scenario().topology().isResponder(id)) {
        addResponder(id, lane, specs);
      } else {
        lane.addConsumer(id, specs, drivers.consuming());
      }
    }
    ClientIds ids = assignment.slice().publisherIds();
    for (int i = 0; i < ids.size(); i++) {
      int id = ids.id(i);
      LaneLoad lane = lanes.get(drivers.publishingLane(i));
      PublisherSlot slot = new PublisherSlot(id, lane);
      PublisherSpec spec = specs.publisher(id);
      slot.attach(drivers.publishing().publisher(spec, lane.lane(), slot), spec);
      lane.publishers().add(slot);
      publishers.add(slot);
    }
    int[] visitors = assignment.visitors();
    for (int i = 0; i < visitors.length; i++) {
      lanes.get(drivers.publishingLane(i)).addVisitor(visitors[i], specs, drivers.publishing());
    }
  }

  private void addResponder(int id, LaneLoad lane, ClientSpecs specs) {
    ResponderSlot slot =
        lane.responder(
            id,
            id - assignment.scenario().topology().consumers(),
            () -> ledgers.requestMeter(context));
    slot.attach(drivers.consuming().subscriber(specs.subscriber(id), lane.lane(), slot));
  }

  @Override
  public void connect(long startNanos) {
    calls.onAll(lane -> lane.connect(startNanos));
  }

  @Override
  public void endConnecting() {
    calls.onAll(LaneLoad::endConnecting);
  }

  @Override
  public void subscribe(int fromConsumer, int toConsumer) {
    calls.onAll(lane -> lane.subscribe(fromConsumer, toConsumer));
  }

  @Override
  public void start(RunTimes runTimes) {
    times = runTimes;
    threads.start(runTimes);
    calls.onAll(
        lane -> {
          if (!lane.isScheduled()) {
            threads.onLane(!lane.publishers().isEmpty());
          }
          lane.start(runTimes);
        });
  }

  @Override
  public void beginSteadyAt(long nanos) {
    times = times.steadyFrom(nanos);
    threads.start(times);
    calls.onAll(lane -> lane.beginSteadyAt(nanos));
  }

  @Override
  public void sendAway(int belowConsumer) {
    calls.onAll(lane -> lane.sendAway(belowConsumer));
  }

  @Override
  public void bringBack(int belowConsumer) {
    calls.onAll(lane -> lane.bringBack(belowConsumer));
  }

  @Override
  public void endSendingAt(long nanos) {
    times = times.endingAt(nanos);
    threads.endAt(nanos);
    calls.onAll(lane -> lane.endSendingAt(nanos));
  }

  @Override
  public void probe() {
    events.answered().set(0);
    calls.onAll(LaneLoad::probe);
  }

  @Override
  public WorkerStatus status() {
    threads.look(clock.nanoTime());
    long sent = 0;
    long acknowledged = 0;
    long received = 0;
    long arrivals = 0;
    long unanswered = 0;
    boolean sendingDone = true;
    for (LaneGauges lane : gauges) {
      sent += lane.sent();
      acknowledged += lane.acknowledged();
      received += lane.received();
      arrivals += lane.arrivals();
      unanswered += lane.unanswered();
      sendingDone &= lane.isSendingDone();
    }
    return new WorkerStatus(
        events.connected().get(),
        events.settled().get(),
        events.subscribed().get(),
        events.left().get() - events.returned().get(),
        events.answered().get(),
        sent,
        acknowledged,
        received,
        arrivals,
        unanswered,
        backlog.reading(),
        sendingDone,
        0,
        takeIntervals(),
        events.firstFailure());
  }

  private List<IntervalSample> takeIntervals() {
    List<IntervalSample> taken = new ArrayList<>();
    for (IntervalSample sample = intervals.poll(); sample != null; sample = intervals.poll()) {
      taken.add(sample);
    }
    return taken;
  }

  @Override
  public DriverInfo driver() {
    return drivers.info();
  }

  @Override
  public List<EndpointConnects> connects() {
    return drivers.connects();
  }

  @Override
  public SentMessages freeze() throws RunException, InterruptedException {
    long longest = 0;
    for (long delay :
        calls.ask(
            lane -> {
              lane.freeze();
              return lane.meter().longestSendDelayNanos();
            })) {
      longest = Math.max(longest, delay);
    }
    frozenNanos = clock.nanoTime();
    threads.look(frozenNanos);
    long[] sent = new long[assignment.scenario().topology().publishers()];
    LongStream.Builder unacknowledged = LongStream.builder();
    for (PublisherSlot slot : publishers) {
      sent[slot.id()] = owed.owing(slot.next);
      if (context.acknowledges()) {
        slot.acknowledged()
            .forEachMissing(slot.next, sequence -> owed.addTo(unacknowledged, slot.id(), sequence));
      }
    }
    return SentMessages.of(sent, unacknowledged.build().toArray(), longest);
  }

  @Override
  public WorkerResult finish(SentMessages sent) throws RunException, InterruptedException {
    LaneReport report = null;
    for (LaneReport part : calls.ask(LaneLoad::report)) {
      report = report == null ? part : report.merge(part);
    }
    OverdueMeter overdue = overdueMeter(sent);
    StormMeter storm = lanes.get(0).meter().storm();
    DeliveryAccount account =
        ledgers.account(
            sent,
            consumer -> storm != null && storm.staysAway(consumer),
            owed.noting(overdue, sent, timed, storm),
            overdue::intended,
            frozenNanos);
    for (PublisherSlot slot : publishers) {
      if (context.acknowledges()) {
        slot.acknowledged()
            .forEachMissing(slot.next, sequence -> overdue.onUnacknowledged(slot.id(), sequence));
      }
      overdue.onUnsent(slot.id(), slot.next, context.acknowledges());
    }
    owed.noteUnsent(overdue, sent, timed, ledgers::recipientsOf);
    return new WorkerResult(
        report.withOverdue(overdue.ages()).withStorm(owed.completed(report.storm(), backlog)),
        account,
        ledgers.requests(sent, lanes),
        backlog.highWaterMark(),
        takeIntervals(),
        threads.busiest(),
        owed.payloadBytes(publishers));
  }

  private OverdueMeter overdueMeter(SentMessages sent) {
    return new OverdueMeter(
        context.scenario(),
        times,
        frozenNanos,
        sent.longestSendDelayNanos(),
        OverdueMeter.ofMarks(lanes));
  }

  private long goodbyeNanos() {
    if (events.firstFailure().isPresent()) {
      return GOODBYE_AFTER_FAILURE_NANOS;
    }
    return assignment.scenario().workload().retain() ? GOODBYE_OF_RETAINED_NANOS : GOODBYE_NANOS;
  }

  @Override
  public void close() {
    try {
      long patience = goodbyeNanos();
      CountDownLatch asked = new CountDownLatch(lanes.size());
      calls.onAll(
          lane -> {
            lane.partAll();
            asked.countDown();
          });
      long deadline = clock.nanoTime() + patience;
      while ((asked.getCount() > 0 || events.connected().get() > 0 || events.parting().get() > 0)
          && clock.nanoTime() - deadline < 0
          && !Thread.currentThread().isInterrupted()) {
        LockSupport.parkNanos(2_000_000);
      }
    } finally {
      drivers.close();
    }
  }
}
