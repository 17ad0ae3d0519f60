package io.brokerbench.core.engine.lane;

import io.brokerbench.core.engine.measure.LatencyRecorders;
import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.storm.StormNames;
import io.brokerbench.core.storm.StormReport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Follows the clients of one lane in a storm beside a load: those whose id a second client takes
 * over until their connection has ended, and those that were cut off until they are back. Confined
 * to the lane's thread.
 */
final class AwaitedClients {

  /** Most ways in which connections end that are counted separately. */
  private static final int MAX_ENDS = 5;

  private static final String OTHER_ENDS = "other reasons";

  private final LatencyRecorders latencies;
  private final Supplier<RunTimes> times;
  private final Map<Integer, Long> waiting = new TreeMap<>();
  private final List<StormReport.Watcher> ended = new ArrayList<>();
  private final StormNames.Tally notResumed = new StormNames.Tally();
  private final Map<String, Long> ends = new HashMap<>();
  private long acts;
  private long lost;
  private boolean frozen;

  /**
   * Of one lane.
   *
   * @param times of the run, as they are known by now
   */
  AwaitedClients(LatencyRecorders latencies, Supplier<RunTimes> times) {
    this.latencies = latencies;
    this.times = times;
  }

  RunTimes times() {
    return times.get();
  }

  /** Nothing that comes after this is counted. */
  void freeze() {
    frozen = true;
  }

  /**
   * A client acts, or something is done to it.
   *
   * @param latenessNanos how late the generator is with it
   */
  void onAct(int client, long dueNanos, long latenessNanos) {
    acts++;
    waiting.put(client, dueNanos);
    latencies.record(LatencyKind.STORM_PACING, latenessNanos);
  }

  /** A client was accepted without its session, or did not stay. */
  void onSessionLost(int client) {
    if (frozen) {
      return;
    }
    lost++;
    notResumed.add(client, client);
  }

  /**
   * What is awaited of a client has come.
   *
   * @param reason how, in words; empty where there is one way
   */
  void onCame(int client, long nanos, String reason) {
    Long due = frozen ? null : waiting.remove(client);
    if (due == null) {
      return;
    }
    latencies.record(LatencyKind.STORM, nanos - due);
    ended.add(new StormReport.Watcher(client, 1, nanos - due, nanos - times().steadyStart()));
    if (!reason.isEmpty()) {
      onFailed(reason);
    }
  }

  /** A connection has ended, or never came to be. */
  void onFailed(String reason) {
    if (frozen) {
      return;
    }
    count(ends, reason);
  }

  /** Counts an end by its reason, where there are not too many reasons. */
  static void count(Map<String, Long> ends, String reason) {
    boolean known = ends.containsKey(reason) || ends.size() < MAX_ENDS;
    ends.merge(known ? reason : OTHER_ENDS, 1L, Long::sum);
  }

  /** Whether something is still to come of clients that have acted. */
  boolean isWaiting() {
    return !waiting.isEmpty();
  }

  StormReport report() {
    StormNames.Tally never = new StormNames.Tally();
    waiting.keySet().forEach(client -> never.add(client, client));
    return new StormReport(acts, lost, notResumed.names(), ended, never.names(), ends);
  }
}
