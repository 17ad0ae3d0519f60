package io.brokerbench.core.result;

import io.brokerbench.core.base.Bounds;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * How the clients of a run connected. How long it took is in {@link Latencies}, of those whose
 * session the broker accepted.
 *
 * <p>A client is due to connect at its place in the schedule, where there is a rate. Without one, a
 * number of connects are under way at a time, and a client is due when an earlier one was answered.
 *
 * <p>Clients that were neither accepted nor refused by the end of connecting are {@code asked -
 * connected - refused}; they have no latency.
 *
 * @param asked clients that were to connect
 * @param connected clients whose session the broker accepted
 * @param refused clients whose connection was refused, or broke before that
 * @param dropped accepted connections that ended by themselves, and are not made again; counted
 *     where nothing is sent, as elsewhere the run ends with the first
 * @param seconds from the first intended connect to the last acceptance
 * @param perSecond {@code connected / seconds}
 * @param peakPerSecond acceptances in the busiest second, which begins at any tenth of one; the
 *     same as {@code perSecond} where it all took less than a second
 * @param generatorCpuMicrosPerConnect CPU time of the tool while clients connected, for each
 *     connected one; absent where it is not known to 10 %, or is for several groups of clients
 * @param brokerCpuMicrosPerConnect the same of the broker
 * @param refusals why connections were refused or dropped, the most frequent first
 * @param resumed clients whose TLS handshake resumed a session, as the broker presented no
 *     certificate in it; absent where connections offer no sessions
 */
@RecordBuilder
public record Connections(
    long asked,
    long connected,
    long refused,
    long dropped,
    double seconds,
    double perSecond,
    double peakPerSecond,
    OptionalDouble generatorCpuMicrosPerConnect,
    OptionalDouble brokerCpuMicrosPerConnect,
    List<Refusal> refusals,
    OptionalLong resumed)
    implements ConnectionsBuilder.With {

  /** Copies the list. */
  public Connections {
    refusals = List.copyOf(refusals);
    resumed = resumed == null ? OptionalLong.empty() : resumed;
  }

  /** Of connections that offer no sessions. */
  public Connections(
      long asked,
      long connected,
      long refused,
      long dropped,
      double seconds,
      double perSecond,
      double peakPerSecond,
      OptionalDouble generatorCpuMicrosPerConnect,
      OptionalDouble brokerCpuMicrosPerConnect,
      List<Refusal> refusals) {
    this(
        asked,
        connected,
        refused,
        dropped,
        seconds,
        perSecond,
        peakPerSecond,
        generatorCpuMicrosPerConnect,
        brokerCpuMicrosPerConnect,
        refusals,
        OptionalLong.empty());
  }

  /** Clients that were neither accepted nor refused by the end of connecting. */
  public long unanswered() {
    return asked - connected - refused;
  }

  /**
   * A reason for which connections were refused or dropped.
   *
   * @param reason in words
   * @param count how often
   */
  public record Refusal(String reason, @Bounds(min = 1) long count) {}
}
