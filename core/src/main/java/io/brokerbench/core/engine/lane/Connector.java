package io.brokerbench.core.engine.lane;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.driver.Lane;
import io.brokerbench.core.engine.measure.ConnectMeter;
import io.brokerbench.core.load.ArrivalSchedule;
import io.brokerbench.core.load.ConstantLoad;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.function.Consumer;

/**
 * Opens one lane's connections. Confined to the lane's thread.
 *
 * <p>At a rate, client <i>i</i> of the run is due at {@code start + ceil(i * 1e9 / rate)}, whatever
 * the broker does: the lanes share one schedule, and any number of connects may be under way.
 *
 * <p>Without a rate, connecting is a closed load: {@value #MAX_CONNECTING} connects are under way
 * over all lanes, as a longer accept queue than 100 is rare, and a connect that finds it full waits
 * a second for TCP's next try. A client is due at the instant at which its place in that window
 * became free, which is when an earlier connect was answered. The first ones are due as the lane
 * comes to them.
 */
public final class Connector implements Runnable {

  /** Connects that are under way over all lanes of the run, where there is no rate. */
  static final int MAX_CONNECTING = 64;

  /** Longest turn before the lane reads its connections again. */
  private static final long MAX_TURN_NANOS = 1_000_000;

  private final NanoClock clock;
  private final Lane lane;
  private final ConnectMeter meter;
  private final Consumer<Throwable> failures;
  private final ArrivalSchedule schedule;
  private final int window;
  private final ArrayDeque<ClientSlot> waiting = new ArrayDeque<>();

  private long start;
  private int places;
  private boolean filling;

  /**
   * For a lane.
   *
   * @param failures hears of what keeps a connection from being opened, such as no descriptor; no
   *     more are opened then. It must not end the lane's loop, which has other connections
   */
  Connector(LaneContext context, Lane lane, ConnectMeter meter, Consumer<Throwable> failures) {
    this.failures = failures;
    this.clock = context.clock();
    this.lane = lane;
    this.meter = meter;
    this.window = context.connectWindow();
    this.schedule =
        context
            .scenario()
            .session()
            .connectRate()
            .map(rate -> new ConstantLoad(rate).schedule(context.scenario().workload().seed()))
            .orElse(null);
  }

  /**
   * A lane's part of the {@value #MAX_CONNECTING} connects that are under way.
   *
   * @param clients of this worker, which has about its share of all
   * @param all clients of the run
   * @param lanes of this worker
   */
  public static int window(int clients, int all, int lanes) {
    return Math.max(1, (int) ((long) MAX_CONNECTING * clients / Math.max(1, all) / lanes));
  }

  /**
   * Begins.
   *
   * @param startNanos when the first client of the run is due, on all lanes
   * @param slots this lane's clients, in the order of the run
   */
  void begin(long startNanos, Collection<? extends ClientSlot> slots) {
    start = startNanos;
    waiting.addAll(slots);
    meter.start(startNanos);
    if (schedule != null) {
      run();
      return;
    }
    for (int i = 0; i < window; i++) {
      places++;
      fill(clock.nanoTime());
    }
  }

  /** A client's connect was answered, or has failed. */
  void onSettled(long nanos) {
    if (schedule == null) {
      places++;
      fill(nanos);
    }
  }

  /** A connect that fails at once frees its place again within this loop. */
  private void fill(long freedNanos) {
    if (filling) {
      return;
    }
    filling = true;
    while (places > 0 && !waiting.isEmpty()) {
      places--;
      open(waiting.poll(), freedNanos);
    }
    filling = false;
  }

  /** A turn of the schedule: clients that are due connect, and the lane returns for the next. */
  @Override
  public void run() {
    long turnStart = clock.nanoTime();
    while (!waiting.isEmpty()) {
      long intended = intended(waiting.peek());
      long now = clock.nanoTime();
      if (intended - now > 0 || now - turnStart > MAX_TURN_NANOS) {
        lane.executeAt(Math.max(intended, now), this);
        return;
      }
      open(waiting.poll(), intended);
    }
  }

  private long intended(ClientSlot slot) {
    return start + schedule.offsetNanos(slot.index());
  }

  private void open(ClientSlot slot, long intendedNanos) {
    meter.onDue(intendedNanos, clock.nanoTime());
    try {
      slot.connect(intendedNanos);
    } catch (RuntimeException | Error e) {
      abandon();
      failures.accept(e);
    }
  }

  /** No more clients connect. */
  void abandon() {
    waiting.clear();
  }

  /**
   * The same at the end of connecting. A client that was due and has not begun counts as late by
   * the time that it has waited.
   */
  void end() {
    long now = clock.nanoTime();
    while (schedule != null && !waiting.isEmpty() && intended(waiting.peek()) - now <= 0) {
      meter.onDue(intended(waiting.poll()), now);
    }
    abandon();
  }
}
