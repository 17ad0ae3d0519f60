package io.brokerbench.core.engine.lane;

import io.brokerbench.core.base.OutOfMemory;
import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.driver.Lane;
import io.brokerbench.core.engine.measure.ConnectMeter;
import io.brokerbench.core.engine.measure.FailoverReport;
import io.brokerbench.core.engine.measure.LaneReport;
import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.load.ArrivalSchedule;
import io.brokerbench.core.load.ClosedLoad;
import io.brokerbench.core.scenario.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

/**
 * One lane's part of a run: its clients, its share of the schedule, its meter. Everything but the
 * constructor runs on the lane's thread.
 */
public final class LaneLoad implements Runnable {

  /** Longest time between two turns: how stale counters may be on an idle lane. */
  private static final long IDLE_TURN_NANOS = 10_000_000;

  /** The same on a lane that has consumers, whose deliveries are owed to the backlog. */
  private static final long LISTENING_TURN_NANOS = 1_000_000;

  /** Shortest time between two turns: messages that fall due in between are sent together. */
  private final long precisionNanos;

  private final LaneContext context;
  private final Lane lane;
  private final LaneMeter meter;
  private final LaneGauges gauges;
  private final WorkerEvents events;
  private final List<PublisherSlot> publishers = new ArrayList<>();
  private final List<ConsumerSlot> consumers = new ArrayList<>();
  private final List<Visitor> visitors = new ArrayList<>();
  private final Connector connector;

  private final Reconnector reconnector;

  /** What clients do in a storm; null without one. */
  private LongUnaryOperator storm;

  /** Null where the lane has no responders. */
  private RequestMeter requests;

  private Sender sender;
  private boolean frozen;

  /**
   * Nothing is connected yet.
   *
   * @param reconnectSeed of the waits between attempts to reconnect; of its own for each lane of a
   *     run, so that clients of two lanes do not come at the same times
   */
  public LaneLoad(
      LaneContext context,
      Lane lane,
      LaneMeter meter,
      LaneGauges gauges,
      WorkerEvents events,
      long reconnectSeed) {
    this.context = context;
    this.lane = lane;
    this.meter = meter;
    this.gauges = gauges;
    this.events = events;
    this.precisionNanos = context.precisionNanos();
    this.reconnector = new Reconnector(reconnectSeed, context.scenario().clients());
    this.connector = new Connector(context, lane, meter.connects(), this::failConnecting);
  }

  LaneContext context() {
    return context;
  }

  public LaneMeter meter() {
    return meter;
  }

  public Lane lane() {
    return lane;
  }

  public List<ConsumerSlot> consumers() {
    return consumers;
  }

  /** Makes a consumer; not on the lane's thread, before anything else is done. */
  public void addConsumer(int id, ClientSpecs specs, ClientDriver driver) {
    ConsumerSlot slot = new ConsumerSlot(id, this);
    slot.attach(driver.subscriber(specs.subscriber(id), lane, slot));
    if (context.scenario().takesOver()) {
      slot.attachSecond(driver.subscriber(specs.subscriber(id), lane, slot.second()));
    }
    consumers.add(slot);
  }

  /** Makes a client that comes and goes; as {@link #addConsumer}. */
  public void addVisitor(int id, ClientSpecs specs, ClientDriver driver) {
    Visitor visitor = new Visitor(id, this);
    visitor.attach(driver.publisher(specs.visitor(id), lane, visitor));
    visitors.add(visitor);
  }

  public List<PublisherSlot> publishers() {
    return publishers;
  }

  /** Whether it sends by a schedule, which it can be late for. */
  public boolean isScheduled() {
    return !publishers.isEmpty() && !(context.scenario().workload().load() instanceof ClosedLoad);
  }

  /**
   * Adds a responder. All of the lane have one meter.
   *
   * @param id among the subscribers of the run
   * @param number among the responders
   * @param meterOfRequests makes the meter
   */
  public ResponderSlot responder(int id, int number, Supplier<RequestMeter> meterOfRequests) {
    if (requests == null) {
      requests = meterOfRequests.get();
    }
    ResponderSlot slot = new ResponderSlot(id, number, this, requests);
    consumers.add(slot);
    return slot;
  }

  ConnectMeter connects() {
    return meter.connects();
  }

  /** Consumers are connected before publishers. */
  public void connect(long startNanos) {
    List<ClientSlot> all = new ArrayList<>(consumers);
    all.addAll(publishers);
    connector.begin(startNanos, all);
  }

  /** Gives up the clients that have not connected yet. */
  public void endConnecting() {
    connector.end();
    consumers.forEach(ClientSlot::giveUpConnecting);
    publishers.forEach(ClientSlot::giveUpConnecting);
  }

  /** A client was accepted for the first time, or has found that it is not. */
  void onSettled(long nanos) {
    events.settled().incrementAndGet();
    connector.onSettled(nanos);
  }

  void onConnectedCount(int change) {
    events.connected().addAndGet(change);
  }

  public void subscribe(int fromConsumer, int toConsumer) {
    for (ConsumerSlot slot : consumers) {
      if (slot.id() >= fromConsumer && slot.id() < toConsumer) {
        slot.subscribe(context.clock().nanoTime());
      }
    }
  }

  void onSubscribed() {
    events.subscribed().incrementAndGet();
  }

  void onLeft() {
    events.left().incrementAndGet();
  }

  void onReturned() {
    events.returned().incrementAndGet();
  }

  /** Whether a connection that breaks now is made again. */
  boolean reconnects() {
    return context.reconnects() && sender != null;
  }

  Reconnector reconnector() {
    return reconnector;
  }

  /** Comes to a turn soon. */
  void wake() {
    if (!frozen) {
      lane.executeAt(context.clock().nanoTime(), this);
    }
  }

  private void failConnecting(Throwable cause) {
    fail("a client could not be connected: " + OutOfMemory.orText(cause), cause);
  }

  void fail(String message, Throwable cause) {
    connector.abandon();
    events.fail(message, cause);
  }

  public void start(RunTimes times) {
    meter.start(times);
    PublisherSlot[] slots = publishers.toArray(PublisherSlot[]::new);
    Workload workload = context.scenario().workload();
    Optional<ArrivalSchedule> schedule = context.scenario().schedule();
    if (schedule.isPresent()) {
      sender = new OpenSender(context, schedule.get(), slots, times, meter);
    } else if (workload.load() instanceof ClosedLoad) {
      sender = new ClosedSender(context, slots, times, meter, this::wake);
    } else {
      sender = Sender.NONE;
    }
    for (PublisherSlot slot : slots) {
      slot.attach(sender);
    }
    context
        .scenario()
        .conditions()
        .storm()
        .ifPresent(
            kind ->
                storm =
                    new StormClients(publishers, consumers, visitors, meter, context.clock())
                        .turns(kind));
    run();
  }

  /** One turn: send what is due, enter what has come, and come again when more is due. */
  @Override
  public void run() {
    if (frozen) {
      return;
    }
    try {
      turn();
    } catch (RuntimeException | Error e) {
      frozen = true;
      fail("a lane of the generator failed: " + OutOfMemory.orText(e), e);
    }
  }

  private void turn() {
    long now = context.clock().nanoTime();
    meter.beginTurn(now);
    long next = sender.turn(now);
    long nextAct = storm == null ? Long.MAX_VALUE : storm.applyAsLong(now);
    long others = Math.min(reconnector.turn(now), nextAct);
    meter.endTurn(now);
    if (requests != null) {
      requests.flush();
    }
    boolean over =
        next == Long.MAX_VALUE
            && nextAct == Long.MAX_VALUE
            && !isTakeoverOpen()
            && meter.isAllDue();
    long came = meter.arrivals() + (requests == null ? 0 : requests.arrivals());
    gauges.update(meter, came, sender.deferred(), over, unansweredIfIdle(next));
    long latest = now + (consumers.isEmpty() ? IDLE_TURN_NANOS : LISTENING_TURN_NANOS);
    long earliest = now + precisionNanos;
    long soonest = Math.min(next, others);
    long at = soonest == Long.MAX_VALUE || soonest - latest > 0 ? latest : soonest;
    lane.executeAt(at - earliest < 0 && sender.mayWait() ? earliest : at, this);
  }

  /** Whether a first connection has not ended yet that a second client has taken over. */
  private boolean isTakeoverOpen() {
    return context.scenario().takesOver() && meter.awaited().isWaiting();
  }

  private long unansweredIfIdle(long next) {
    if (next != Long.MAX_VALUE) {
      return 0;
    }
    long sum = 0;
    for (PublisherSlot slot : publishers) {
      sum += slot.client().unacknowledged();
    }
    return sum + unacknowledgedReplies() + unreleased().orElse(0);
  }

  /** Replies of its responders that the broker has not taken over. */
  public long unacknowledgedReplies() {
    long sum = 0;
    if (requests != null) {
      for (ConsumerSlot slot : consumers) {
        sum += slot.client().unacknowledgedReplies();
      }
    }
    return sum;
  }

  /** QoS 2 deliveries not released to consumers that are connected; empty where none sees it. */
  private OptionalLong unreleased() {
    OptionalLong sum = OptionalLong.empty();
    for (ConsumerSlot slot : consumers) {
      OptionalInt own = slot.client().unreleased();
      if (own.isPresent()) {
        sum = OptionalLong.of(sum.orElse(0) + (slot.isUp() ? own.getAsInt() : 0));
      }
    }
    return sum;
  }

  /** Requests that came to its responders damaged. To be frozen before. */
  public LaneReport.Damaged damagedRequests() {
    return requests == null ? LaneReport.Damaged.NONE : requests.damaged();
  }

  /** Stops sending and counting, for the account to be made up: nothing changes after this. */
  public void freeze() {
    if (!frozen && sender != null) {
      sender.abandonRest(context.clock().nanoTime());
    }
    frozen = true;
    meter.clientEvents().onUnreleased(unreleased());
    meter.freeze();
    if (requests != null) {
      requests.freeze();
    }
    publishers.forEach(PublisherSlot::freeze);
  }

  /** Lets all clients ask the broker for a sign of life. */
  public void probe() {
    publishers.forEach(ClientSlot::probe);
    consumers.forEach(ClientSlot::probe);
  }

  void onProbeAnswered() {
    events.answered().incrementAndGet();
  }

  void onForgotten() {
    events.parting().decrementAndGet();
  }

  void onParting() {
    events.parting().incrementAndGet();
  }

  public void beginSteadyAt(long nanos) {
    sender.endAt(meter.beginSteadyAt(nanos, context.clock().nanoTime()));
  }

  public void endSendingAt(long nanos) {
    if (sender != null) {
      meter.endSteadyAt(nanos);
      sender.endAt(nanos);
    }
  }

  public void sendAway(int belowConsumer) {
    for (ConsumerSlot slot : consumers) {
      if (slot.id() < belowConsumer) {
        slot.leave();
      }
    }
  }

  public void bringBack(int belowConsumer) {
    for (ConsumerSlot slot : consumers) {
      if (slot.id() < belowConsumer && slot.isAway()) {
        slot.connect(context.clock().nanoTime());
      }
    }
  }

  /** See {@link Sender#sentBy}; once frozen, from any thread that has waited for that. */
  OptionalLong sentBy(int publisher, long sequence) {
    return sender == null ? OptionalLong.empty() : sender.sentBy(publisher, sequence);
  }

  /** Hands over everything. To be frozen before. */
  public LaneReport report() {
    return meter
        .report()
        .withFailover(
            new FailoverReport(
                reconnector.report(), meter.outage(), meter.clientEvents().connectionLosses()));
  }

  /** All clients leave for good. */
  public void partAll() {
    publishers.forEach(ClientSlot::part);
    consumers.forEach(ClientSlot::part);
    visitors.forEach(visitor -> visitor.leave(0));
  }
}
