package io.brokerbench.core.engine;

import io.brokerbench.core.driver.Lane;
import io.brokerbench.core.load.ArrivalSchedule;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.measure.NanoClock;
import io.brokerbench.core.scenario.Scenario;
import java.util.ArrayDeque;
import java.util.Collection;

/**
 * Opens one lane's connections. Confined to the lane's thread.
 *
 * <p>At a rate, client <i>i</i> of the run is due at {@code start + ceil(i * 1e9 / rate)}, whatever
 * the broker does: the lanes share one schedule, and any number of connects may be under way.
 *
 * <p>Without a rate, connecting is a closed load: {@value #MAX_CONNECTING} connects are under way
 * on each lane, so that no broker's accept queue overflows, and a client is due at the instant at
 * which its place in that window became free, which is when an earlier connect was answered. The
 * first ones are due as the lane comes to them.
 */
final class Connector implements Runnable {

  /** Connects of one lane that are under way, where there is no rate. */
  static final int MAX_CONNECTING = 64;

  /** Longest turn before the lane reads its connections again. */
  private static final long MAX_TURN_NANOS = 1_000_000;

  private final NanoClock clock;
  private final Lane lane;
  private final ConnectMeter meter;
  private final ArrivalSchedule schedule;
  private final ArrayDeque<ClientSlot> waiting = new ArrayDeque<>();

  private long start;
  private int places;
  private boolean filling;

  Connector(Scenario scenario, NanoClock clock, Lane lane, ConnectMeter meter) {
    this.clock = clock;
    this.lane = lane;
    this.meter = meter;
    this.schedule =
        scenario
            .session()
            .connectRate()
            .map(rate -> new ConstantLoad(rate).schedule(scenario.workload().seed()))
            .orElse(null);
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
    for (int i = 0; i < MAX_CONNECTING; i++) {
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

  /** A turn of the schedule: who is due connects, and the lane comes again for the next. */
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
    slot.connect(intendedNanos);
  }

  /** Nobody connects any more. */
  void abandon() {
    waiting.clear();
  }

  /**
   * The same at the end of connecting; who was due and never came to it is counted as late as it
   * is.
   */
  void end() {
    long now = clock.nanoTime();
    while (schedule != null && !waiting.isEmpty() && intended(waiting.peek()) - now <= 0) {
      meter.onDue(intended(waiting.poll()), now);
    }
    abandon();
    meter.end();
  }
}
