package io.brokerbench.testkit;

import io.brokerbench.core.measure.NanoClock;
import java.time.Duration;
import java.util.function.Predicate;

/**
 * Measurements that are made again where the machine did other things meanwhile. What such a
 * measurement must show is left to its test: here it is only decided whether it says anything.
 */
public final class Undisturbed {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** What is measured, as often as it takes. */
  @FunctionalInterface
  public interface Measurement<T, X extends Exception> {
    T measure() throws X;
  }

  private Undisturbed() {}

  /**
   * The first result that says something, or after two minutes the last one.
   *
   * @param saysSomething by something else than what the test asserts
   */
  public static <T, X extends Exception> T measure(
      Measurement<T, X> measurement, Predicate<? super T> saysSomething) throws X {
    return measure(PATIENCE, measurement, saysSomething);
  }

  static <T, X extends Exception> T measure(
      Duration patience, Measurement<T, X> measurement, Predicate<? super T> saysSomething)
      throws X {
    long end = NanoClock.SYSTEM.nanoTime() + patience.toNanos();
    T result = measurement.measure();
    while (!saysSomething.test(result) && NanoClock.SYSTEM.nanoTime() - end < 0) {
      result = measurement.measure();
    }
    return result;
  }

  /**
   * The first result that is as it should be, of a few: where nothing but the figure itself tells
   * whether it was disturbed. What is wrong in truth mustn't be right by chance, so they are few.
   */
  public static <T, X extends Exception> T ofFew(
      int tries, Measurement<T, X> measurement, Predicate<? super T> isRight) throws X {
    T result = measurement.measure();
    for (int i = 1; i < tries && !isRight.test(result); i++) {
      result = measurement.measure();
    }
    return result;
  }

  /**
   * The first result during which no thread of this machine that wanted to run was kept waiting for
   * longer than that, or after two minutes the last one.
   *
   * @see Pauses
   */
  public static <T, X extends Exception> T withoutPauses(
      Duration longest, Measurement<T, X> measurement) throws X {
    Measurement<Watched<T>, X> watched =
        () -> {
          try (Pauses pauses = Pauses.watch()) {
            T result = measurement.measure();
            return new Watched<>(result, pauses.longest());
          }
        };
    return measure(watched, once -> once.longestPause().compareTo(longest) <= 0).result();
  }

  private record Watched<T>(T result, Duration longestPause) {}
}
