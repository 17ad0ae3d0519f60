package io.brokerbench.core.engine.lane;

import io.brokerbench.core.engine.measure.FailoverReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * Brings one lane's clients back whose connections broke. Confined to the lane's thread, which
 * calls {@link #turn} in each of its turns: no client has a timer of its own.
 *
 * <p>The first attempt is made at once. Before attempt <i>n</i> + 1 the client waits for between a
 * half and the whole of {@code min(20 ms * 2^(n-1), longest)}, drawn from the scenario's seed, so
 * that a broker that comes back is not met by all clients in the same instant. The longest wait is
 * 100 us for each client of the run, and between 100 ms and 1 s: what clients wait is part of the
 * outage that is measured, and is as short as it can be without being a load of its own. A client
 * whose new connection did not last for a second goes on waiting from where it was.
 *
 * <p>An attempt that the broker does not answer is given up: the first of a client after {@value
 * #SHORTEST_LIMIT_NANOS} ns, each further one after twice as long, up to {@value
 * #LONGEST_LIMIT_NANOS} ns. So a client notices soon that a node is dead, and a broker that is slow
 * to answer, as on a busy machine, is not kept from answering by clients that give up and try
 * again.
 */
final class Reconnector {

  static final long SHORTEST_WAIT_NANOS = 20_000_000;
  static final long BRIEF_NANOS = 1_000_000_000;
  static final long SHORTEST_LIMIT_NANOS = 2_000_000_000;
  static final long LONGEST_LIMIT_NANOS = 8_000_000_000L;

  private static final long LONGEST_OF_CLIENT_NANOS = 100_000;
  private static final long LEAST_LONGEST_NANOS = 100_000_000;
  private static final long MOST_LONGEST_NANOS = 1_000_000_000;
  private static final int MOST_DOUBLINGS = 6;

  private final SplittableRandom random;
  private final long longestWaitNanos;
  private final PriorityQueue<Attempt> waiting =
      new PriorityQueue<>(Comparator.comparingLong(attempt -> attempt.nanos));
  private final PriorityQueue<Attempt> underWay =
      new PriorityQueue<>(Comparator.comparingLong(attempt -> attempt.nanos));
  private final IdentityHashMap<ReconnectingClient, ReconnectState> states =
      new IdentityHashMap<>();

  private long broken;
  private long reconnects;
  private long refused;
  private long unanswered;

  /**
   * Without clients.
   *
   * @param seed of the waits
   * @param clients of the run
   */
  Reconnector(long seed, int clients) {
    this.random = new SplittableRandom(seed);
    this.longestWaitNanos =
        Math.min(
            MOST_LONGEST_NANOS, Math.max(LEAST_LONGEST_NANOS, LONGEST_OF_CLIENT_NANOS * clients));
  }

  /** A client that can be asked to reconnect. */
  interface ReconnectingClient {

    /** Begins to connect. */
    void reconnect();

    /** Whether the last {@link #reconnect} is still what it does. */
    boolean isReconnecting();

    /** Ends the attempt; nothing is reported of it any more. */
    void giveUp();

    /** Whether it waits for that request. */
    boolean isWaiting();
  }

  /** What has become of one client. */
  private static final class ReconnectState {
    private int failures;
    private int unanswered;
    private boolean back;
    private long backNanos;
    private long lostNanos;
    private final List<FailoverReport.Absence> earlier = new ArrayList<>();

    private FailoverReport.Absence latest() {
      return new FailoverReport.Absence(
          lostNanos, back ? OptionalLong.of(backNanos) : OptionalLong.empty());
    }
  }

  /** One that is to come, with its time, or one that is under way, with its limit. */
  private record Attempt(long nanos, ReconnectingClient client, int failures) {}

  /** A connection has ended without a request. */
  void onBroken(ReconnectingClient client, long nanos) {
    broken++;
    beginAbsence(client, nanos);
  }

  private void beginAbsence(ReconnectingClient client, long nanos) {
    ReconnectState known = states.get(client);
    ReconnectState state = states.computeIfAbsent(client, c -> new ReconnectState());
    boolean brief = state.back && nanos - state.backNanos < BRIEF_NANOS;
    if (known != null && !brief) {
      state.earlier.add(state.latest());
    }
    state.lostNanos = brief ? state.lostNanos : nanos;
    state.failures = brief ? state.failures + 1 : 0;
    state.back = false;
    await(client, state, nanos);
  }

  /** An attempt has failed: one of these, or one that was made without a connection that broke. */
  void onRefused(ReconnectingClient client, long nanos) {
    refused++;
    ReconnectState state = states.get(client);
    if (state == null || state.back) {
      beginAbsence(client, nanos);
    } else {
      retry(client, nanos);
    }
  }

  /** A client that was to come back leaves on purpose: its absence is none that is to end. */
  void onLeft(ReconnectingClient client) {
    waiting.removeIf(attempt -> attempt.client == client);
    underWay.removeIf(attempt -> attempt.client == client);
    ReconnectState state = states.get(client);
    if (state.earlier.isEmpty()) {
      states.remove(client);
      return;
    }
    FailoverReport.Absence before = state.earlier.remove(state.earlier.size() - 1);
    state.lostNanos = before.lostNanos();
    state.back = true;
    state.backNanos = before.backNanos().orElseThrow();
  }

  private void retry(ReconnectingClient client, long nanos) {
    ReconnectState state = states.get(client);
    state.failures++;
    await(client, state, nanos);
  }

  private void await(ReconnectingClient client, ReconnectState state, long nanos) {
    waiting.add(new Attempt(nanos + wait(state.failures), client, state.failures));
  }

  private long wait(int failures) {
    if (failures == 0) {
      return 0;
    }
    long whole =
        Math.min(longestWaitNanos, SHORTEST_WAIT_NANOS << Math.min(failures - 1, MOST_DOUBLINGS));
    return random.nextLong(whole / 2, whole + 1);
  }

  /** A client is connected again. */
  void onConnected(ReconnectingClient client, long nanos) {
    ReconnectState state = states.get(client);
    reconnects++;
    state.unanswered = 0;
    state.back = true;
    state.backNanos = nanos;
  }

  /**
   * Begins the attempts that are due, and gives up those without an answer.
   *
   * @return when to come again; {@link Long#MAX_VALUE} when there is nothing more
   */
  long turn(long now) {
    while (!underWay.isEmpty() && isOver(underWay.peek(), now)) {
      Attempt attempt = underWay.remove();
      if (isCurrent(attempt) && attempt.client.isReconnecting()) {
        attempt.client.giveUp();
        unanswered++;
        states.get(attempt.client).unanswered++;
        retry(attempt.client, now);
      }
    }
    while (!waiting.isEmpty() && waiting.peek().nanos - now <= 0) {
      Attempt attempt = waiting.remove();
      if (attempt.client.isWaiting()) {
        long limit = answerLimit(states.get(attempt.client));
        underWay.add(new Attempt(now + limit, attempt.client, attempt.failures));
        attempt.client.reconnect();
      }
    }
    long next = waiting.isEmpty() ? Long.MAX_VALUE : waiting.peek().nanos;
    return underWay.isEmpty() ? next : Math.min(next, underWay.peek().nanos);
  }

  private static long answerLimit(ReconnectState state) {
    return Math.min(
        LONGEST_LIMIT_NANOS, SHORTEST_LIMIT_NANOS << Math.min(state.unanswered, MOST_DOUBLINGS));
  }

  /** Drops those that are no longer under way early, so that the lane need not wake up. */
  private boolean isOver(Attempt attempt, long now) {
    return attempt.nanos - now <= 0 || !isCurrent(attempt) || !attempt.client.isReconnecting();
  }

  private boolean isCurrent(Attempt attempt) {
    ReconnectState state = states.get(attempt.client);
    return !state.back && state.failures == attempt.failures;
  }

  /** What came of it. */
  FailoverReport.Clients report() {
    List<List<FailoverReport.Absence>> absences = new ArrayList<>();
    for (ReconnectState state : states.values()) {
      List<FailoverReport.Absence> all = new ArrayList<>(state.earlier);
      all.add(state.latest());
      absences.add(all);
    }
    return new FailoverReport.Clients(absences, broken, reconnects, refused, unanswered);
  }
}
