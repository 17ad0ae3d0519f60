package io.brokerbench.testkit;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.engine.stage.BusyMachine;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.opentest4j.TestAbortedException;

/**
 * Repeats measurements that other work on the machine disturbed. The machine decides whether a
 * measurement is valid. The figure that a test asserts never does: it is asserted of the first
 * valid measurement.
 */
public final class RetryOnNoise {

  /** Greatest share of the machine's cores that other work may use where times are asserted. */
  public static final double MOST_OTHER_SHARE = 0.1;

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** What is measured, as often as necessary. */
  @FunctionalInterface
  public interface Measurement<T, X extends Exception> {
    T measure() throws X;
  }

  private RetryOnNoise() {}

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
   * The first result during which other processes and the hypervisor took no more than {@link
   * #MOST_OTHER_SHARE} of this machine's cores. After two minutes without one, the test is aborted,
   * and the reason says what they took. Where the kernel does not report it, the first result.
   *
   * <p>This process and its children, such as a broker, are not other work; a broker in a container
   * is.
   *
   * @throws TestAbortedException where the machine stays busy
   */
  public static <T, X extends Exception> T onQuietMachine(Measurement<T, X> measurement) throws X {
    return onQuietMachine(PATIENCE, OtherWork::watch, measurement);
  }

  static <T, X extends Exception> T onQuietMachine(
      Duration patience, Supplier<OtherWork> watch, Measurement<T, X> measurement) throws X {
    return valid(
        patience,
        () -> {
          OtherWork work = watch.get();
          T result = measurement.measure();
          return new Watched<>(result, work.tooMuch());
        });
  }

  /**
   * The first result during which no thread of this machine that wanted to run was kept waiting for
   * longer than that. After two minutes without one, the test is aborted.
   *
   * @see OversleepMeter
   * @throws TestAbortedException where threads are kept waiting
   */
  public static <T, X extends Exception> T withoutPauses(
      Duration longest, Measurement<T, X> measurement) throws X {
    return withoutPauses(PATIENCE, longest, measurement);
  }

  static <T, X extends Exception> T withoutPauses(
      Duration patience, Duration longest, Measurement<T, X> measurement) throws X {
    return valid(
        patience,
        () -> {
          try (OversleepMeter pauses = OversleepMeter.watch()) {
            T result = measurement.measure();
            return new Watched<>(result, tooLong(pauses.longest(), longest));
          }
        });
  }

  private static Optional<String> tooLong(Duration pause, Duration longest) {
    return pause.compareTo(longest) <= 0
        ? Optional.empty()
        : Optional.of(
            "this machine kept a thread waiting for "
                + pause.toMillis()
                + " ms; the test allows "
                + longest.toMillis()
                + " ms");
  }

  private static <T, X extends Exception> T valid(
      Duration patience, Measurement<Watched<T>, X> measurement) throws X {
    Watched<T> last = measure(patience, measurement, watched -> watched.disturbed().isEmpty());
    if (last.disturbed().isPresent()) {
      throw new TestAbortedException(last.disturbed().get());
    }
    return last.result();
  }

  /**
   * What other work took during a measurement.
   *
   * @param otherCores that it used; empty where that is not known
   * @param cores of the machine
   */
  record OtherWork(Supplier<OptionalDouble> otherCores, int cores) {

    static OtherWork watch() {
      BusyMachine machine = BusyMachine.watch();
      return new OtherWork(machine::otherCores, Runtime.getRuntime().availableProcessors());
    }

    /** The reason why the measurement is not valid; empty if it is. */
    Optional<String> tooMuch() {
      double taken = otherCores.get().orElse(0);
      return taken <= MOST_OTHER_SHARE * cores
          ? Optional.empty()
          : Optional.of(
              String.format(
                  Locale.ROOT,
                  "other processes took %.1f of %d cores; the test allows %.1f",
                  taken,
                  cores,
                  MOST_OTHER_SHARE * cores));
    }
  }

  /** A result, and the reason why it is not valid. */
  private record Watched<T>(T result, Optional<String> disturbed) {}
}
