package io.brokerbench.testkit;

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

  /** The first result that says something, or after two minutes the last one. */
  public static <T, X extends Exception> T measure(
      Measurement<T, X> measurement, Predicate<? super T> saysSomething) throws X {
    return measure(PATIENCE, measurement, saysSomething);
  }

  static <T, X extends Exception> T measure(
      Duration patience, Measurement<T, X> measurement, Predicate<? super T> saysSomething)
      throws X {
    long end = System.nanoTime() + patience.toNanos();
    T result = measurement.measure();
    while (!saysSomething.test(result) && System.nanoTime() - end < 0) {
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
