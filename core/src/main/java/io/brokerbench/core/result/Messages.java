package io.brokerbench.core.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.brokerbench.core.base.Bounds;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The account of every message of a run, warm-up and drain included.
 *
 * <p>Each delivery owed ends in exactly one class: received, lost, undelivered, expired, or owed
 * for a message that was never acknowledged, so that {@code expected = received + lost +
 * undelivered + expired + unconfirmed}. What arrived and should not have is counted apart:
 * duplicated, misdelivered, damaged, unrecognised.
 *
 * @param scheduled messages whose intended send time came while the run was sending
 * @param sent messages handed to a connection
 * @param acknowledged messages that the broker took over (equal to {@code sent} with QoS 0, which
 *     has no acknowledgement)
 * @param unacknowledgedDelivered deliveries made of messages that were never acknowledged
 * @param expected deliveries owed: each message sent, once for each subscriber that should get a
 *     copy
 * @param received distinct deliveries made
 * @param undelivered deliveries owed that had not arrived by the end of the run and cannot be shown
 *     to be gone
 * @param lost deliveries owed that are shown to be gone: nothing arrived for the quiet period, all
 *     clients were attached, and the broker answered
 * @param duplicated deliveries made again
 * @param misdelivered deliveries made to a consumer that was not owed them, or to a second member
 *     of a shared subscription that no member had left
 * @param reordered deliveries made after a later message of the same publisher to the same
 *     subscriber (RFC 4737, type-P-reordered)
 * @param damaged messages of this run whose header does not match its checksum or payload length,
 *     or whose QoS is lower than was granted
 * @param unrecognised messages that are not of this run
 * @param missing the first deliveries that are lost, or undelivered where none is lost, by name
 * @param redelivered deliveries that the broker marked as made before, be they {@code received} for
 *     the first time or {@code duplicated}; absent where consumers speak MQTT
 * @param expired deliveries owed that did not arrive, of messages whose expiry had passed, and of
 *     which no later one of the same publisher came before that; absent where messages do not
 *     expire
 * @param strays the first deliveries that are {@code misdelivered}, by name, as far as their
 *     publisher is of this run; absent where there is none
 * @param early deliveries made before the delivery delay of their messages had passed, by more than
 *     10 ms and a thousandth of the delay, which clocks may differ by; absent without a delay, and
 *     where the broker is not known to have the clock of the senders
 * @param browses walks of a browser through the queue; absent without one
 * @param browsed messages that it saw, each as often as it saw it; absent without one
 * @param unreleased QoS 2 deliveries that consumers had answered with PUBREC, and for which the
 *     broker had sent no PUBREL by the end of the run; of consumers that were connected then.
 *     Absent with another QoS, and from clients that do not show it
 */
@RecordBuilder
public record Messages(
    long scheduled,
    long sent,
    long acknowledged,
    long unacknowledgedDelivered,
    long expected,
    long received,
    long undelivered,
    long lost,
    long duplicated,
    long misdelivered,
    long reordered,
    long damaged,
    long unrecognised,
    @Bounds(max = Messages.MAX_NAMED) List<MissingMessage> missing,
    OptionalLong redelivered,
    OptionalLong expired,
    @Bounds(max = Messages.MAX_NAMED) @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<List<Stray>> strays,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) OptionalLong early,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) OptionalLong browses,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) OptionalLong browsed,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) OptionalLong unreleased)
    implements MessagesBuilder.With {

  /** Most missing messages that a result names. */
  public static final int MAX_NAMED = 20;

  /** Copies the list. */
  public Messages {
    missing = List.copyOf(missing);
    strays =
        strays == null
            ? Optional.empty()
            : strays.filter(some -> !some.isEmpty()).map(List::copyOf);
    redelivered = redelivered == null ? OptionalLong.empty() : redelivered;
    expired = expired == null ? OptionalLong.empty() : expired;
    early = early == null ? OptionalLong.empty() : early;
    browses = browses == null ? OptionalLong.empty() : browses;
    browsed = browsed == null ? OptionalLong.empty() : browsed;
    unreleased = unreleased == null ? OptionalLong.empty() : unreleased;
  }

  /** Of an account without misdelivered, damaged or undelivered messages, received by MQTT. */
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
        0,
        expected,
        received,
        0,
        lost,
        duplicated,
        0,
        reordered,
        0,
        unrecognised,
        missing,
        OptionalLong.empty(),
        OptionalLong.empty(),
        Optional.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty());
  }

  /**
   * A delivery to a consumer that was not owed it.
   *
   * @param publisher id of the publisher, from 0
   * @param sequence number of the message among that publisher's, from 0
   * @param subscriber id of the consumer that got it, from 0
   */
  public record Stray(int publisher, long sequence, int subscriber) {}

  /** Messages sent and never acknowledged; 0 with QoS 0. */
  public long unacknowledged() {
    return sent - acknowledged;
  }

  /** Deliveries owed and not made of messages that were never acknowledged. */
  public long unconfirmed() {
    return expected - received - lost - undelivered - expired.orElse(0);
  }

  /** Deliveries owed and not made, for whatever reason. */
  public long notReceived() {
    return expected - received;
  }
}
