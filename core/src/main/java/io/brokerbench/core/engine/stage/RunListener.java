package io.brokerbench.core.engine.stage;

import io.brokerbench.core.engine.assignment.AgentProgress;
import io.brokerbench.core.result.RunResult;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Hears how a run goes, on the thread that called {@code LoadRig}. Must not block. */
@FunctionalInterface
public interface RunListener {

  /** Hears nothing. */
  RunListener NONE = progress -> {};

  /** Lets two hear all of it. */
  static RunListener both(RunListener one, RunListener other) {
    return new RunListener() {
      @Override
      public void onProgress(Progress progress) {
        one.onProgress(progress);
        other.onProgress(progress);
      }

      @Override
      public void onDeliveries(long deliveries) {
        one.onDeliveries(deliveries);
        other.onDeliveries(deliveries);
      }

      @Override
      public void onAgents(List<AgentProgress> agents) {
        one.onAgents(agents);
        other.onAgents(agents);
      }

      @Override
      public void onBroker(BrokerIntervalReading second) {
        one.onBroker(second);
        other.onBroker(second);
      }

      @Override
      public void onFault(FaultEvent event) {
        one.onFault(event);
        other.onFault(event);
      }

      @Override
      public void onLatencies(Histogram endToEnd, Histogram service) {
        one.onLatencies(endToEnd, service);
        other.onLatencies(endToEnd, service);
      }

      @Override
      public void onResult(RunResult result) {
        one.onResult(result);
        other.onResult(result);
      }
    };
  }

  /** Once at the start of each phase, then several times a second. */
  void onProgress(Progress progress);

  /**
   * Each time the rig looks at its workers, about every 2 ms: for what counts deliveries itself.
   *
   * @param deliveries distinct ones so far
   */
  default void onDeliveries(long deliveries) {}

  /** Before each report of progress, where agents on other machines carry the clients. */
  default void onAgents(List<AgentProgress> agents) {}

  /** After each second from the start of sending on. */
  default void onBroker(BrokerIntervalReading second) {}

  /** After a fault of the scenario was done, and after it was undone. */
  default void onFault(FaultEvent event) {}

  /**
   * Once for each second of the steady state, when all of it is known.
   *
   * @param endToEnd latencies, in nanoseconds, of the deliveries made in it; not to be changed
   * @param service the same from when each message was sent, to two digits; not to be changed
   */
  default void onLatencies(Histogram endToEnd, Histogram service) {}

  /** At the end, once. */
  default void onResult(RunResult result) {}
}
