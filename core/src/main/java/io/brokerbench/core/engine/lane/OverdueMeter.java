package io.brokerbench.core.engine.lane;

import io.brokerbench.core.engine.measure.LatencyHistograms;
import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.load.ArrivalSchedule;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.scenario.Scenario;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongConsumer;

/**
 * Records the ages of what had not arrived by the end of a run, once counting has stopped. A
 * latency that is not known yet is at least as long as its message has waited.
 */
public final class OverdueMeter {

  /** When a message of a load without a schedule was sent at the latest, where that is known. */
  @FunctionalInterface
  interface SendTimes {
    OptionalLong sentBy(int publisher, long sequence);
  }

  private final LatencyHistograms ages = new LatencyHistograms();
  private final RunTimes times;
  private final long endNanos;
  private final long longestSendDelayNanos;
  private final int publishers;
  private final ArrivalSchedule schedule;
  private final SendTimes sendTimes;

  /** From the send of a message to when it may be delivered. */
  private final long deliveryDelayNanos;

  /**
   * A meter for one worker.
   *
   * @param times of the run, as they came to be
   * @param endNanos when counting stopped
   * @param longestSendDelayNanos of all messages of the run
   * @param sendTimes for a load without a schedule
   */
  public OverdueMeter(
      Scenario scenario,
      RunTimes times,
      long endNanos,
      long longestSendDelayNanos,
      SendTimes sendTimes) {
    this.times = times;
    this.endNanos = endNanos;
    this.longestSendDelayNanos = longestSendDelayNanos;
    this.publishers = scenario.topology().publishers();
    this.schedule = scenario.schedule().orElse(null);
    this.sendTimes = sendTimes;
    this.deliveryDelayNanos = scenario.session().deliveryDelay().toNanos();
  }

  /** A delivery that was owed, and not made, of a message that was sent. */
  public void onMissingDelivery(int publisher, long sequence) {
    long intended = intended(publisher, sequence);
    long age = endNanos - intended - deliveryDelayNanos;
    record(LatencyKind.END_TO_END, intended, age, 1);
    record(LatencyKind.SERVICE, intended, age - longestSendDelayNanos, 1);
  }

  /**
   * A delivery that was owed since an instant that no schedule of messages gives, and not made.
   *
   * @param dueNanos when it became due
   */
  public void onMissingDelivery(long dueNanos) {
    record(LatencyKind.END_TO_END, dueNanos, endNanos - dueNanos, 1);
    record(LatencyKind.SERVICE, dueNanos, endNanos - dueNanos, 1);
  }

  /** The same to a slow consumer, whose latencies stand apart. */
  public void onMissingSlowDelivery(int publisher, long sequence) {
    long intended = intended(publisher, sequence);
    record(LatencyKind.STORM, intended, endNanos - intended, 1);
  }

  /** A message that was sent and never acknowledged. */
  public void onUnacknowledged(int publisher, long sequence) {
    long intended = intended(publisher, sequence);
    record(LatencyKind.ACKNOWLEDGE, intended, endNanos - intended, 1);
  }

  /**
   * All messages of a publisher that fell due and were never sent.
   *
   * @param next the first of them
   * @param acknowledges whether an acknowledgement was owed for each
   */
  public void onUnsent(int publisher, long next, boolean acknowledges) {
    forEachUnsent(
        publisher,
        next,
        intended -> {
          record(LatencyKind.SEND_DELAY, intended, endNanos - intended, 1);
          record(LatencyKind.ACKNOWLEDGE, intended, endNanos - intended, acknowledges ? 1 : 0);
        });
  }

  /**
   * The deliveries that would have been owed for the same messages.
   *
   * @param next the first of them
   * @param prompt consumers that each was for
   * @param slow others, whose latencies stand apart
   */
  public void onUnsentDeliveries(int publisher, long next, int prompt, int slow) {
    forEachUnsent(
        publisher,
        next,
        intended -> {
          long age = endNanos - intended;
          record(LatencyKind.END_TO_END, intended, age - deliveryDelayNanos, prompt);
          record(LatencyKind.STORM, intended, age, slow);
        });
  }

  private void forEachUnsent(int publisher, long next, LongConsumer intendedNanos) {
    if (schedule == null) {
      return; // nothing is due in a closed load
    }
    long sequence = next;
    for (long intended = intended(publisher, sequence);
        intended - times.steadyEnd() < 0;
        intended = intended(publisher, sequence)) {
      intendedNanos.accept(intended);
      sequence++;
    }
  }

  /** When a message was to be sent, or at the latest. */
  public long intended(int publisher, long sequence) {
    return schedule == null
        ? sendTimes.sentBy(publisher, sequence).orElse(times.steadyEnd() - 1)
        : times.start() + schedule.offsetNanos(sequence * publishers + publisher);
  }

  private void record(LatencyKind kind, long intended, long ageNanos, int count) {
    if (count > 0 && times.steadyFlag(intended) == 1) {
      ages.record(kind, Math.max(0, ageNanos), count);
    }
  }

  public LatencyHistograms ages() {
    return ages;
  }

  /** Looks a message up in the marks of the lane that has its publisher. */
  public static SendTimes ofMarks(List<LaneLoad> lanes) {
    return (publisher, sequence) -> {
      for (LaneLoad lane : lanes) {
        OptionalLong sent = lane.sentBy(publisher, sequence);
        if (sent.isPresent()) {
          return sent;
        }
      }
      return OptionalLong.empty();
    };
  }
}
