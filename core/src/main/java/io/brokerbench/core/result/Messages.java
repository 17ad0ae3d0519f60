package io.brokerbench.core.result;

import java.util.List;
import java.util.OptionalLong;

/**
 * The account of every message of a run, warm-up and drain included.
 *
 * @param scheduled messages whose intended send time came while the run was sending
 * @param sent messages handed to a connection
 * @param acknowledged messages that the broker took over (equal to {@code sent} with QoS 0, which
 *     has no acknowledgement)
 * @param expected deliveries owed: each message sent, once for each subscriber that should get a
 *     copy
 * @param received distinct deliveries made
 * @param lost {@code expected - received}
 * @param duplicated deliveries made again
 * @param reordered deliveries that came after a later message of the same publisher to the same
 *     subscriber (RFC 4737, type-P-reordered)
 * @param unrecognised messages that aren't of this run, or were damaged on the way
 * @param missing the first lost deliveries, at most {@link #MAX_NAMED}
 * @param redelivered deliveries that the broker marked as made before, be they {@code received} for
 *     the first time or {@code duplicated}; absent where consumers speak MQTT
 */
public record Messages(
    long scheduled,
    long sent,
    long acknowledged,
    long expected,
    long received,
    long lost,
    long duplicated,
    long reordered,
    long unrecognised,
    List<MissingMessage> missing,
    OptionalLong redelivered) {

  /** Most missing messages that a result names. */
  public static final int MAX_NAMED = 20;

  /** Copies the list. */
  public Messages {
    missing = List.copyOf(missing);
    redelivered = redelivered == null ? OptionalLong.empty() : redelivered;
  }

  /** Of consumers that speak MQTT. */
  public Messages(
      long scheduled,
      long sent,
      long acknowledged,
      long expected,
      long received,
      long lost,
      long duplicated,
      long reordered,
      long unrecognised,
      List<MissingMessage> missing) {
    this(
        scheduled,
        sent,
        acknowledged,
        expected,
        received,
        lost,
        duplicated,
        reordered,
        unrecognised,
        missing,
        OptionalLong.empty());
  }
}
