package io.brokerbench.core.engine.stage;

import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.engine.worker.Worker;
import io.brokerbench.core.scenario.Scenario;

/**
 * Consumers that disconnect during the run and come back: after a quarter of the steady state, and
 * after six tenths of it, so that what they missed can be caught up on under load.
 */
final class ConsumerAbsence {

  private static final double LEAVE_AFTER = 0.25;
  private static final double RETURN_AFTER = 0.6;

  private enum Stage {
    BEFORE,
    AWAY,
    OVER
  }

  private final int consumers;
  private final long leaveAt;
  private long returnAt;
  private Stage stage;

  ConsumerAbsence(Scenario scenario, RunTimes times) {
    double fraction = scenario.session().absentFraction();
    this.consumers = (int) Math.ceil(fraction * scenario.topology().consumers());
    long steadyNanos = times.steadyEnd() - times.steadyStart();
    this.leaveAt = times.steadyStart() + (long) (steadyNanos * LEAVE_AFTER);
    this.returnAt = times.steadyStart() + (long) (steadyNanos * RETURN_AFTER);
    this.stage = consumers == 0 ? Stage.OVER : Stage.BEFORE;
  }

  /**
   * Does what is due; to be called again and again, in the drain too.
   *
   * @param away consumers that have left and are not back
   */
  void advance(long now, Worker worker, int away) {
    if (stage == Stage.BEFORE && now - leaveAt >= 0) {
      stage = Stage.AWAY;
      worker.sendAway(consumers);
    } else if (stage == Stage.AWAY && now - returnAt >= 0 && away == consumers) {
      stage = Stage.OVER;
      worker.bringBack(consumers);
    }
  }

  /** The run ends, maybe early: no more consumers leave, and those that are away come back now. */
  void endAt(long now) {
    stage = stage == Stage.BEFORE ? Stage.OVER : stage;
    returnAt = Math.min(returnAt, now);
  }

  /** Whether all consumers are back, or on the way. */
  boolean isOver() {
    return stage == Stage.OVER;
  }
}
