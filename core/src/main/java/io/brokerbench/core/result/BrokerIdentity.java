package io.brokerbench.core.result;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Optional;

/**
 * Which broker it is.
 *
 * @param product name of the product
 * @param version as the product reports it, or {@code unknown}
 * @param origin where it came from
 * @param selector by which it was asked for
 * @param limits the most that it may take of this machine; absent for all there is
 */
public record BrokerIdentity(
    String product,
    String version,
    Origin origin,
    String selector,
    Optional<ResourceLimits> limits) {

  /** Version of a broker that does not report one. */
  public static final String UNKNOWN = "unknown";

  /** A broker without limits. */
  public BrokerIdentity(String product, String version, Origin origin, String selector) {
    this(product, version, origin, selector, Optional.empty());
  }

  /** The same with other limits. */
  public BrokerIdentity limitedTo(ResourceLimits most) {
    return new BrokerIdentity(product, version, origin, selector, Optional.of(most));
  }

  /** Product and version, as far as that is known: {@code PRODUCT 2.1}. */
  public String title() {
    return version.equals(UNKNOWN) ? product : product + " " + version;
  }

  /** Where a broker comes from, and how many nodes it has. */
  public enum Origin {
    /** A child JVM of this process. */
    EMBEDDED("embedded"),
    /** Two child JVMs. */
    EMBEDDED_PAIR("embedded pair"),
    /** A process that was started here. */
    PROCESS("process"),
    /** Two of them. */
    PROCESS_PAIR("process pair"),
    /** A container that was started here. */
    CONTAINER("container"),
    /** Two containers, of which one takes over. */
    CONTAINER_PAIR("container pair"),
    /** Several containers that all accept clients. */
    CONTAINER_CLUSTER("container cluster"),
    /** Others run it. */
    REMOTE("remote"),
    /** A part of this process, in tests. */
    IN_PROCESS("in-process");

    private final String title;

    Origin(String title) {
      this.title = title;
    }

    /** The same with a second node. */
    public Origin pair() {
      return switch (this) {
        case EMBEDDED -> EMBEDDED_PAIR;
        case PROCESS -> PROCESS_PAIR;
        case CONTAINER -> CONTAINER_PAIR;
        default -> throw new IllegalStateException(this + " brokers have no pairs");
      };
    }

    /** Whether its ports are those of a process that was started here. */
    public boolean isChildProcess() {
      return switch (this) {
        case EMBEDDED, EMBEDDED_PAIR, PROCESS, PROCESS_PAIR -> true;
        case CONTAINER, CONTAINER_PAIR, CONTAINER_CLUSTER, REMOTE, IN_PROCESS -> false;
      };
    }

    /** As results and messages name it: {@code embedded pair}. */
    @JsonValue
    @Override
    public String toString() {
      return title;
    }
  }
}
