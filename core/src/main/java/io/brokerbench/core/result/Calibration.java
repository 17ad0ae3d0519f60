package io.brokerbench.core.result;

import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.DocumentCodec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * What the generator can do on one machine, against a broker that does nothing: the document {@code
 * brokerbench.calibration/1}.
 *
 * @param schema name and version of this form
 * @param calibratedAt when, wall-clock time (ISO 8601, UTC)
 * @param environment the machine, the tool and its JVM
 * @param javaVersion feature release of the tool's JVM, such as 17
 * @param driver name of what made the load
 * @param transport how bytes moved: epoll, io_uring, nio
 * @param lanes threads that carried clients
 * @param precision shortest time between two turns of a send loop when the ceilings were found
 * @param floor least latencies, at a rate at which nothing waits
 * @param ceilings greatest rates, by ascending number of publishers
 * @param connections what connections cost, without TLS
 */
public record Calibration(
    String schema,
    Instant calibratedAt,
    Environment environment,
    int javaVersion,
    String driver,
    String transport,
    @Bounds(min = 1) int lanes,
    Duration precision,
    Floor floor,
    @Bounds(min = 1) List<Ceiling> ceilings,
    ConnectionCost connections) {

  /** Name and version of the document's form. */
  public static final String SCHEMA = "brokerbench.calibration/1";

  /** Name of the document in a result folder. */
  public static final String DOCUMENT = "calibration.json";

  /** Writes and reads the document. */
  public static final DocumentCodec<Calibration> CODEC =
      new DocumentCodec<>(Calibration.class, SCHEMA);

  /** Checks that figures that others divide by are there. */
  public Calibration {
    Objects.requireNonNull(calibratedAt, "calibratedAt");
    Objects.requireNonNull(environment, "environment");
    Objects.requireNonNull(driver, "driver");
    Objects.requireNonNull(transport, "transport");
    Objects.requireNonNull(precision, "precision");
    Objects.requireNonNull(floor, "floor");
    Objects.requireNonNull(connections, "connections");
    ceilings = List.copyOf(ceilings);
    if (ceilings.isEmpty()) {
      throw new DefinitionException("ceilings", "at least one", 0);
    }
  }

  /**
   * The least latencies, at a rate at which nothing waits.
   *
   * @param perSecond rate at which they were measured
   * @param endToEndP50Nanos median end-to-end latency
   * @param endToEndP99Nanos its 99th percentile
   * @param serviceP50Nanos median service time: network, null broker and two turns of a lane
   * @param serviceP99Nanos its 99th percentile
   * @param sendDelayP50Nanos median send delay
   * @param sendDelayP99Nanos its 99th percentile
   */
  public record Floor(
      double perSecond,
      long endToEndP50Nanos,
      long endToEndP99Nanos,
      long serviceP50Nanos,
      long serviceP99Nanos,
      long sendDelayP50Nanos,
      long sendDelayP99Nanos) {}

  /**
   * The greatest rate that was kept with some number of clients, QoS 0 and payloads of 32 bytes.
   *
   * @param publishers number of publishers
   * @param consumers number of consumers
   * @param perSecond messages per second, each sent and received
   * @param cpuMicrosPerMessage CPU time of the generator for each of them
   * @param perSecondPerCore messages per second for each core that the generator uses
   * @param coresPerLane cores that the generator used, over its number of lanes
   * @param limitedBy what kept a higher rate from being kept
   */
  public record Ceiling(
      @Bounds(min = 1) int publishers,
      @Bounds(min = 1) int consumers,
      double perSecond,
      double cpuMicrosPerMessage,
      double perSecondPerCore,
      double coresPerLane,
      Limit limitedBy) {

    /** Checks the limits. */
    public Ceiling {
      requirePositive("perSecond", perSecond);
      requirePositive("perSecondPerCore", perSecondPerCore);
      requirePositive("coresPerLane", coresPerLane);
      Objects.requireNonNull(limitedBy, "limitedBy");
    }

    private static void requirePositive(String field, double value) {
      if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
        throw new DefinitionException(field, "more than 0", value);
      }
    }
  }

  /** What kept a higher rate from being kept. */
  public enum Limit {
    /** The generator could not send on schedule. */
    GENERATOR,
    /** The null broker fell behind; the generator may be able to do more. */
    BROKER,
    /** No limit was met up to the greatest rate that was tried. */
    NONE
  }

  /**
   * What connections cost, without TLS.
   *
   * @param count connections that were made at once
   * @param perSecond connects per second, from the first call to the last acceptance
   * @param cpuMicrosPerConnect CPU time of the generator for each
   * @param connectP50Nanos median time of one connect
   * @param connectP99Nanos its 99th percentile
   * @param bytesPerConnection resident memory that each idle connection takes
   */
  public record ConnectionCost(
      int count,
      double perSecond,
      double cpuMicrosPerConnect,
      long connectP50Nanos,
      long connectP99Nanos,
      long bytesPerConnection) {}
}
