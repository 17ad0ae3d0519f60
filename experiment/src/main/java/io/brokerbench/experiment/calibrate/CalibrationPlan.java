package io.brokerbench.experiment.calibrate;

import io.brokerbench.core.base.DefinitionException;
import java.time.Duration;
import java.util.List;

/**
 * How thoroughly it is measured.
 *
 * @param connections idle connections whose memory and connects are measured
 * @param publishers for each number, a ceiling is looked for
 * @param precision of the send loops while it is
 * @param warmUp of the first run under load, in which the JVM compiles what is hot
 * @param settle warm-up of each later run
 * @param steady length of each run that counts
 * @param refinements times that the distance between a rate that was kept and one that was not is
 *     halved
 */
public record CalibrationPlan(
    int connections,
    List<Integer> publishers,
    Duration precision,
    Duration warmUp,
    Duration settle,
    Duration steady,
    int refinements) {

  /** Precision at which a machine's ceiling is reached at a low price. */
  public static final Duration PRECISION = Duration.ofNanos(500_000);

  /** Fewest connections whose memory shows beside that of the process. */
  public static final int LEAST_CONNECTIONS = 100;

  private static final int USUAL_DOUBLINGS = 8;
  private static final int CONNECTIONS = 10_000;
  private static final int FEW_CONNECTIONS = 4_000;

  /** Copies the list and checks the limits. */
  public CalibrationPlan {
    publishers = List.copyOf(publishers);
    if (connections < LEAST_CONNECTIONS) {
      throw new DefinitionException("connections", "at least " + LEAST_CONNECTIONS, connections);
    }
    if (publishers.isEmpty()) {
      throw new DefinitionException("publishers", "at least one number", 0);
    }
  }

  /**
   * Under a minute.
   *
   * @param mostConnections that this process may open
   */
  public static CalibrationPlan thorough(long mostConnections) {
    return new CalibrationPlan(
        (int) Math.min(CONNECTIONS, mostConnections),
        List.of(10, 1_000),
        PRECISION,
        Duration.ofSeconds(4),
        Duration.ofMillis(500),
        Duration.ofMillis(1_500),
        2);
  }

  /** Under 20 seconds, and rougher. */
  public static CalibrationPlan quick(long mostConnections) {
    return new CalibrationPlan(
        (int) Math.min(FEW_CONNECTIONS, mostConnections),
        List.of(10),
        PRECISION,
        Duration.ofSeconds(2),
        Duration.ofMillis(300),
        Duration.ofSeconds(1),
        1);
  }

  /** The same with another precision. */
  public CalibrationPlan withPrecision(Duration value) {
    return new CalibrationPlan(connections, publishers, value, warmUp, settle, steady, refinements);
  }

  /** About how long it takes: the usual number of doublings until a rate is not kept. */
  public Duration expectedTime() {
    long runs = (long) publishers.size() * (USUAL_DOUBLINGS + refinements);
    return warmUp.plus(steady).plus(settle.plus(steady).multipliedBy(runs));
  }
}
