package io.brokerbench.core.engine.lane;

import io.brokerbench.core.engine.measure.FailoverReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
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
  private static final OptionalLong NEVER = OptionalLong.empty();

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

    /** Whether it is to connect: it waits, or an attempt is under way. */
    private boolean open;

    /** Of its latest attempt; all before it are of no account any more. */
    private int attempt;

    /** When it was back, for less than a second, before it broke again; empty where it was not. */
    private OptionalLong briefBackNanos = NEVER;

    /** Absences that ended, and then the one that goes on, if there is one. */
    private final List<FailoverReport.Absence> absences = new ArrayList<>();

    private Optional<FailoverReport.Absence> latest() {
      return absences.isEmpty() ? Optional.empty() : Optional.of(absences.get(absences.size() - 1));
    }

    private boolean isAway() {
      return latest().filter(absence -> absence.backNanos().isEmpty()).isPresent();
    }

    private void replaceLatest(long lostNanos, OptionalLong backNanos) {
      absences.set(absences.size() - 1, new FailoverReport.Absence(lostNanos, backNanos));
    }
  }

  /** One that is to come, with its time, or one that is under way, with its limit. */
  private record Attempt(long nanos, ReconnectingClient client, int number) {}

  private ReconnectState state(ReconnectingClient client) {
    return states.computeIfAbsent(client, c -> new ReconnectState());
  }

  /** A connection has ended without a request. */
  void onBroken(ReconnectingClient client, long nanos) {
    broken++;
    ReconnectState state = state(client);
    OptionalLong back = state.latest().map(FailoverReport.Absence::backNanos).orElse(NEVER);
    boolean brief = back.isPresent() && nanos - back.getAsLong() < BRIEF_NANOS;
    if (brief) {
      state.replaceLatest(state.latest().orElseThrow().lostNanos(), OptionalLong.empty());
      state.failures++;
    } else {
      state.absences.add(new FailoverReport.Absence(nanos, OptionalLong.empty()));
      state.failures = 0;
    }
    state.briefBackNanos = brief ? back : NEVER;
    await(client, state, nanos);
  }

  /** An attempt has failed: one of these, or one that {@link #watch} was to follow. */
  void onRefused(ReconnectingClient client, long nanos) {
    refused++;
    retry(client, nanos);
  }

  /**
   * A client connects that has lost no connection: it comes back from an absence on purpose, or in
   * place of another one. It is given up without an answer, and tries again, as all others.
   */
  void watch(ReconnectingClient client, long nanos) {
    ReconnectState state = state(client);
    state.failures = 0;
    state.unanswered = 0;
    state.open = true;
    state.attempt++;
    underWay.add(new Attempt(nanos + answerLimit(state), client, state.attempt));
  }

  /** A client that was to come back leaves on purpose: its absence is none that is to end. */
  void onLeft(ReconnectingClient client) {
    ReconnectState state = states.get(client);
    state.open = false;
    if (state.isAway() && state.briefBackNanos.isPresent()) {
      state.replaceLatest(state.latest().orElseThrow().lostNanos(), state.briefBackNanos);
    } else if (state.isAway()) {
      state.absences.remove(state.absences.size() - 1);
    }
  }

  private void retry(ReconnectingClient client, long nanos) {
    ReconnectState state = state(client);
    state.failures++;
    await(client, state, nanos);
  }

  private void await(ReconnectingClient client, ReconnectState state, long nanos) {
    state.open = true;
    state.attempt++;
    waiting.add(new Attempt(nanos + wait(state.failures), client, state.attempt));
  }

  private long wait(int failures) {
    if (failures == 0) {
      return 0;
    }
    long whole =
        Math.min(longestWaitNanos, SHORTEST_WAIT_NANOS << Math.min(failures - 1, MOST_DOUBLINGS));
    return random.nextLong(whole / 2, whole + 1);
  }

  /** A client is connected; of one that was none of these, nothing is noted. */
  void onConnected(ReconnectingClient client, long nanos) {
    ReconnectState state = states.get(client);
    if (state == null) {
      return;
    }
    state.unanswered = 0;
    state.open = false;
    if (state.isAway()) {
      reconnects++;
      state.replaceLatest(state.latest().orElseThrow().lostNanos(), OptionalLong.of(nanos));
    }
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
    while (!waiting.isEmpty() && (waiting.peek().nanos - now <= 0 || !isCurrent(waiting.peek()))) {
      Attempt attempt = waiting.remove();
      if (isCurrent(attempt) && attempt.client.isWaiting()) {
        long limit = answerLimit(states.get(attempt.client));
        underWay.add(new Attempt(now + limit, attempt.client, attempt.number));
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
    return state.open && state.attempt == attempt.number;
  }

  /** What came of it: of clients that have lost a connection. */
  FailoverReport.Clients report() {
    List<List<FailoverReport.Absence>> absences =
        states.values().stream()
            .map(state -> List.copyOf(state.absences))
            .filter(ofClient -> !ofClient.isEmpty())
            .toList();
    return new FailoverReport.Clients(absences, broken, reconnects, refused, unanswered);
  }
}
