package io.brokerbench.testkit.driver;

import static org.assertj.core.api.Assertions.fail;

import io.brokerbench.core.driver.Client;
import io.brokerbench.core.driver.ClientListener;
import io.brokerbench.core.driver.ClientStep;
import io.brokerbench.core.driver.ConnectionLossEffect;
import io.brokerbench.core.driver.Lane;
import io.brokerbench.core.mqtt5.AnswerPacket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * A client under test: calls it on its lane's thread, keeps what it reports, and complains to the
 * rig of callbacks on other threads and of instants that cannot be.
 */
abstract class KitClient<C extends Client> implements ClientListener {

  /** A connection that was accepted. */
  record Connected(long nanos, boolean sessionPresent) {}

  /** A connection that ended. */
  record Disconnected(long nanos, Optional<Throwable> cause) {}

  /** A step that was waited for. */
  record Step(ClientStep step, long nanos, long latencyNanos) {}

  private static final int MOST_ATTEMPTS = 3;

  private final AwaitedCallbacks<Step> steps;
  private final Map<ConnectionLossEffect, Long> lossEffects = new ConcurrentHashMap<>();
  private final AwaitedCallbacks<Boolean> answers;
  private final AwaitedCallbacks<Connected> connected;
  private final AwaitedCallbacks<Disconnected> disconnected;
  private final KitRig rig;
  private final Lane lane;
  private final Thread laneThread;
  private final Queue<String> reasonCodes = new ConcurrentLinkedQueue<>();
  private C client;

  KitClient(KitRig rig, Lane lane) {
    this.rig = rig;
    this.steps = new AwaitedCallbacks<>("onStep", rig.patience());
    this.answers = new AwaitedCallbacks<>("onProbeAnswered", rig.patience());
    this.connected = new AwaitedCallbacks<>("onConnected", rig.patience());
    this.disconnected = new AwaitedCallbacks<>("onDisconnected", rig.patience());
    this.lane = lane;
    this.laneThread = onLane(Thread::currentThread);
  }

  /** Reason codes so far, such as {@code PUBACK 16}. */
  List<String> reasonCodes() {
    return List.copyOf(reasonCodes);
  }

  @Override
  public void onReasonCode(AnswerPacket packet, int code) {
    checkThread("onReasonCode");
    reasonCodes.add(packet + " " + code);
  }

  void use(C newClient) {
    client = newClient;
  }

  C client() {
    return client;
  }

  /** Runs something on the lane's thread and waits for it. */
  final <T> T onLane(Supplier<T> action) {
    CompletableFuture<T> result = new CompletableFuture<>();
    lane.execute(
        () -> {
          try {
            result.complete(action.get());
          } catch (RuntimeException | Error e) {
            result.completeExceptionally(e);
          }
        });
    try {
      return result.get(rig.patience().toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException | TimeoutException e) {
      return fail("the lane did not do it", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return fail("interrupted", e);
    }
  }

  /** Runs something on the lane's thread and waits for it. */
  final void runOnLane(Runnable action) {
    onLane(
        () -> {
          action.run();
          return null;
        });
  }

  /** Starts to connect. */
  void startConnecting() {
    runOnLane(client::connect);
  }

  /** Connects, and waits until that is done. */
  Connected connect() {
    startConnecting();
    return connected.nextOr(this::howItEnded);
  }

  /**
   * Connects after a connection that was cut, as clients do: again where the broker refuses, which
   * may not be done with the one that was cut.
   */
  Connected connectAgain() {
    return again(this::startConnecting, connected);
  }

  /** Does something until it has come about; again where it ends the connection instead. */
  final <T> T again(Runnable attempt, AwaitedCallbacks<T> outcome) {
    for (int i = 1; i < MOST_ATTEMPTS; i++) {
      attempt.run();
      Optional<T> done = outcome.unless(disconnected);
      if (done.isPresent()) {
        return done.get();
      }
    }
    attempt.run();
    return outcome.nextOr(this::howItEnded);
  }

  /** Why it is disconnected, in words for a failure; nothing where it is not. */
  String howItEnded() {
    return disconnected
        .within(Duration.ZERO)
        .map(
            end ->
                "; it was disconnected: " + end.cause().map(KitClient::reasons).orElse("as asked"))
        .orElse("");
  }

  private static String reasons(Throwable error) {
    StringBuilder text = new StringBuilder(error.toString());
    for (Throwable cause = error.getCause(); cause != null; cause = cause.getCause()) {
      text.append(" <- ").append(cause);
    }
    return text.toString();
  }

  AwaitedCallbacks<Connected> connected() {
    return connected;
  }

  AwaitedCallbacks<Disconnected> disconnected() {
    return disconnected;
  }

  AwaitedCallbacks<Step> steps() {
    return steps;
  }

  /** How many there were of a kind. */
  long lossEffects(ConnectionLossEffect kind) {
    return lossEffects.getOrDefault(kind, 0L);
  }

  /** Asks the broker for a sign of life; what comes of it is in {@link #answers}. */
  boolean probe() {
    return onLane(() -> client.probe());
  }

  /** Answers to probes. */
  AwaitedCallbacks<Boolean> answers() {
    return answers;
  }

  @Override
  public void onProbeAnswered() {
    checkThread("onProbeAnswered");
    answers.add(true);
  }

  @Override
  public void onStep(ClientStep step, long nanos, long latencyNanos) {
    check("onStep", nanos);
    steps.add(new Step(step, nanos, latencyNanos));
  }

  @Override
  public void onConnectionLossEffect(ConnectionLossEffect kind, long count) {
    checkThread("onConnectionLossEffect");
    lossEffects.merge(kind, count, Long::sum);
  }

  @Override
  public void onConnected(long nanos, boolean sessionPresent) {
    check("onConnected", nanos);
    connected.add(new Connected(nanos, sessionPresent));
  }

  @Override
  public void onDisconnected(long nanos, Throwable cause) {
    check("onDisconnected", nanos);
    disconnected.add(new Disconnected(nanos, Optional.ofNullable(cause)));
  }

  /**
   * Complains if a callback is not on the lane's thread, or reports an instant outside of the test.
   */
  void check(String callback, long nanos) {
    checkThread(callback);
    rig.checkInstant(callback, nanos);
  }

  void checkThread(String callback) {
    Thread current = Thread.currentThread();
    if (current != laneThread) {
      rig.complain(
          callback
              + " on thread "
              + current.getName()
              + ", not on its lane's "
              + laneThread.getName());
    }
  }
}
