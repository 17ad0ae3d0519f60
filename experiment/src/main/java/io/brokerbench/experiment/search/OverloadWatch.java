package io.brokerbench.experiment.search;

import io.brokerbench.core.engine.stage.Phase;
import io.brokerbench.core.engine.stage.Progress;
import io.brokerbench.core.telemetry.NetworkLink;
import io.brokerbench.core.telemetry.NetworkLink.Traffic;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * Watches a step for an overload that it cannot recover from, so that it can be cut short.
 *
 * <p>A step can only fail once more is waiting than the broker delivers in a second, and it has
 * become more at each of the last looks; or once much less is sent than is due, and less than
 * chance explains where messages are due at random. Where the broker delivers nothing at all it
 * takes three seconds' worth of what is owed, as a stall ends. During the warm-up, as long as it
 * goes on until the broker has settled, it takes five: a broker may need some time to get going,
 * and nothing is known yet of how the generator keeps its schedule, which it may be that fell
 * behind. Looks of the warm-up say nothing of the steady state: a step is cut after a second of it
 * at the earliest, so that what the run measured of generator and machine is of a second at least.
 * Where few messages are due in the time of all these looks, as in a broadcast, they show when
 * messages came and not at which rate, and no step is cut short. Belongs to the thread of the run.
 */
final class OverloadWatch {

  /** Looks, five each second, that have to agree. */
  private static final int LOOKS = 5;

  /** Messages due between the first and the last of them: fewer do not make a rate. */
  private static final double LEAST_MESSAGES = 20;

  /** That they take. */
  private static final double SECONDS = LOOKS / 5.0;

  private static final double STALLED_SECONDS_WAITING = 3;

  private static final double WARM_UP_SECONDS_WAITING = 5;

  /** A broker that delivers less than this share of what is owed stalls, and may catch up. */
  private static final double STALL = 0.01;

  private static final int STALL_LOOKS = 3;

  /** Less than this share of what is due. */
  private static final double FAR_BELOW = 0.8;

  /** Standard deviations that are no chance. */
  private static final double BEYOND_CHANCE = 4;

  private static final Set<Phase> LOADED = EnumSet.of(Phase.WARM_UP, Phase.SETTLE, Phase.STEADY);

  private final double offeredPerSecond;
  private final double fanOut;
  private final Optional<NetworkLink> link;
  private final Deque<Progress> looks = new ArrayDeque<>();
  private boolean steady;
  private Duration warmUp = Duration.ZERO;
  private Duration settling = Duration.ZERO;
  private Optional<Duration> stoppedAfter = Optional.empty();
  private Optional<Traffic> steadyStart = Optional.empty();
  private Duration steadyStartAt = Duration.ZERO;
  private double linkShare;

  OverloadWatch(double offeredPerSecond, int fanOut) {
    this(offeredPerSecond, fanOut, Optional.empty());
  }

  /**
   * A watch on one step.
   *
   * @param link to the broker, where it could be full
   */
  OverloadWatch(double offeredPerSecond, int fanOut, Optional<NetworkLink> link) {
    this.offeredPerSecond = offeredPerSecond;
    this.fanOut = fanOut;
    this.link = link;
  }

  /**
   * Takes a look.
   *
   * @return whether this look is the one by which the step can only fail
   */
  boolean sees(Progress progress) {
    if (!LOADED.contains(progress.phase()) || stoppedAfter.isPresent()) {
      return false;
    }
    if (progress.phase() == Phase.STEADY && !steady) {
      looks.clear();
      steady = true;
    }
    Duration loaded = loaded(progress);
    readLink(progress);
    looks.addLast(progress);
    while (looks.size() > looksNeeded() + 1) {
      looks.removeFirst();
    }
    if (looks.size() > looksNeeded()
        && offeredPerSecond * SECONDS >= LEAST_MESSAGES
        && (isFallingBehind(progress) || isHeldBack())) {
      stoppedAfter = Optional.of(loaded);
      return true;
    }
    return false;
  }

  /** Since the load began. */
  private Duration loaded(Progress progress) {
    Duration elapsed = progress.elapsed();
    switch (progress.phase()) {
      case WARM_UP -> {
        warmUp = progress.length();
        return elapsed;
      }
      case SETTLE -> {
        settling = elapsed;
        return warmUp.plus(elapsed);
      }
      default -> {
        return warmUp.plus(settling).plus(elapsed);
      }
    }
  }

  private void readLink(Progress progress) {
    if (link.isEmpty() || progress.phase() != Phase.STEADY) {
      return;
    }
    Optional<Traffic> now = link.get().traffic();
    if (steadyStart.isEmpty()) {
      steadyStart = now;
      steadyStartAt = progress.elapsed();
    } else if (now.isPresent()) {
      double seconds = progress.elapsed().minus(steadyStartAt).toNanos() / 1e9;
      linkShare = link.get().share(steadyStart.get(), now.get(), seconds);
    }
  }

  /** Whether it was stopped before the steady state, so that its run measured none. */
  boolean stoppedInWarmUp() {
    return stoppedAfter.isPresent() && !steady;
  }

  /** How full the link to the broker was over the steady state, from 0 to 1; 0 if not known. */
  double linkShare() {
    return linkShare;
  }

  /** How long there was load when it could only fail; empty if it could do well. */
  Optional<Duration> stoppedAfter() {
    return stoppedAfter;
  }

  /** Deliveries per second in the last looks. */
  double receivedPerSecond() {
    return mean(Progress::receivedPerSecond);
  }

  /** Messages sent per second in the last looks. */
  double sentPerSecond() {
    return mean(Progress::sentPerSecond);
  }

  /** CPU of the tool at the last look, in cores. */
  double generatorCores() {
    return looks.isEmpty() ? 0 : looks.peekLast().generatorCores();
  }

  /** CPU of the broker at the last look, in cores. */
  OptionalDouble brokerCores() {
    return looks.isEmpty() ? OptionalDouble.empty() : looks.peekLast().brokerCores();
  }

  /** 99th percentile of the last second. */
  long p99Nanos() {
    return looks.isEmpty() ? 0 : looks.peekLast().p99Nanos();
  }

  private int looksNeeded() {
    return steady ? LOOKS : 2 * LOOKS;
  }

  private boolean isFallingBehind(Progress now) {
    double owedPerSecond = offeredPerSecond * fanOut;
    boolean stalled =
        looks.stream()
            .skip(looks.size() - STALL_LOOKS)
            .anyMatch(look -> look.receivedPerSecond() < owedPerSecond * STALL);
    double waiting =
        !steady
            ? owedPerSecond * WARM_UP_SECONDS_WAITING
            : stalled ? owedPerSecond * STALLED_SECONDS_WAITING : receivedPerSecond();
    if (now.backlog() < waiting) {
      return false;
    }
    long before = -1;
    for (Progress look : looks) {
      if (look.backlog() <= before) {
        return false;
      }
      before = look.backlog();
    }
    return true;
  }

  /** A number of random arrivals scatters by its square root (Poisson). */
  private boolean isHeldBack() {
    double due = offeredPerSecond * SECONDS;
    return steady
        && looks.stream().skip(1).allMatch(l -> l.sentPerSecond() < offeredPerSecond * FAR_BELOW)
        && sentPerSecond() * SECONDS < due - BEYOND_CHANCE * Math.sqrt(due);
  }

  private double mean(ToDoubleFunction<Progress> value) {
    return looks.stream().skip(1).mapToDouble(value).average().orElse(0);
  }
}
