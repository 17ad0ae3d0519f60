package io.brokerbench.core.engine;

import io.brokerbench.core.scenario.Scenario;

/**
 * Consumers that go away in mid-run and come back: after a quarter of the steady state, and after
 * six tenths of it, so that what they missed can be caught up on under load.
 */
final class Absence {

  private static final double LEAVE_AFTER = 0.25;
  private static final double RETURN_AFTER = 0.6;

  private enum Stage {
    BEFORE,
    AWAY,
    OVER
  }

  private final int consumers;
  private final long leaveAt;
  private final long returnAt;
  private Stage stage;

  Absence(Scenario scenario, RunTimes times) {
    double fraction = scenario.session().absentFraction();
    this.consumers = (int) Math.ceil(fraction * scenario.topology().consumers());
    long steadyNanos = times.steadyEnd() - times.steadyStart();
    this.leaveAt = times.steadyStart() + (long) (steadyNanos * LEAVE_AFTER);
    this.returnAt = times.steadyStart() + (long) (steadyNanos * RETURN_AFTER);
    this.stage = consumers == 0 ? Stage.OVER : Stage.BEFORE;
  }

  /** Does what is due. */
  void advance(long now, Worker worker) {
    if (stage == Stage.BEFORE && now - leaveAt >= 0) {
      stage = Stage.AWAY;
      worker.sendAway(consumers);
    } else if (stage == Stage.AWAY && now - returnAt >= 0 && worker.status().away() == consumers) {
      end(worker);
    }
  }

  /** Brings back who is still away, as a run that is cut short must. */
  void end(Worker worker) {
    if (stage == Stage.AWAY) {
      worker.bringBack(consumers);
    }
    stage = Stage.OVER;
  }
}
