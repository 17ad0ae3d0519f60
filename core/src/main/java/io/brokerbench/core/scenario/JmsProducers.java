package io.brokerbench.core.scenario;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What producers that speak JMS give their messages.
 *
 * @param priorities of the messages of a producer, in turn; absent for 4, the usual one
 * @param timeToLive how long after a message was sent the broker may still begin to deliver it, in
 *     whole milliseconds; absent for ever
 * @param deliveryDelay how long after a message was sent the broker may not deliver it, in whole
 *     milliseconds; absent for not at all
 */
@RecordBuilder
public record JmsProducers(
    @JsonPropertyDescription("Priorities of the messages of a JMS producer, in turn (default: 4).")
        @Bounds(min = 1, max = JmsProducers.MOST_PRIORITIES)
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<List<Integer>> priorities,
    @JsonPropertyDescription(
            "How long after it was sent the broker may still begin to deliver a JMS message"
                + " (default: for ever).")
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<Duration> timeToLive,
    @JsonPropertyDescription(
            "How long after it was sent the broker may not deliver a JMS message (default: 0s).")
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<Duration> deliveryDelay)
    implements JmsProducersBuilder.With {

  /** Most priorities of one producer. */
  public static final int MOST_PRIORITIES = 100;

  /** The greatest priority of JMS. */
  public static final int MAX_PRIORITY = 9;

  /** Nothing that is unusual. */
  public static final JmsProducers NONE =
      new JmsProducers(Optional.empty(), Optional.empty(), Optional.empty());

  /** Less than a second cannot be distinguished from the time that a message is on its way. */
  private static final Duration LEAST = Duration.ofSeconds(2);

  private static final Duration MOST = Duration.ofDays(1);

  /** Less than that cannot be distinguished from clocks that count milliseconds. */
  private static final Duration LEAST_DELAY = Duration.ofMillis(100);

  private static final Duration MOST_DELAY = Duration.ofHours(1);

  /** Checks the limits. */
  public JmsProducers {
    priorities = priorities == null ? Optional.empty() : priorities.map(List::copyOf);
    timeToLive = timeToLive == null ? Optional.empty() : timeToLive;
    deliveryDelay = deliveryDelay == null ? Optional.empty() : deliveryDelay;
    priorities.ifPresent(JmsProducers::requirePriorities);
    timeToLive.ifPresent(time -> requireMillis("timeToLive", time, LEAST, MOST));
    deliveryDelay.ifPresent(time -> requireMillis("deliveryDelay", time, LEAST_DELAY, MOST_DELAY));
    if (deliveryDelay.isPresent() && timeToLive.isPresent()) {
      throw new DefinitionException(
          "deliveryDelay",
          "not with timeToLive, which counts from the same send",
          Durations.format(deliveryDelay.get()));
    }
    if (timeToLive.isPresent()
        && priorities.stream().flatMap(List::stream).distinct().count() > 1) {
      throw new DefinitionException(
          "timeToLive",
          "not with several priorities, as one message may wait for others then",
          Durations.format(timeToLive.get()));
    }
  }

  private static void requirePriorities(List<Integer> priorities) {
    if (priorities.isEmpty() || priorities.size() > MOST_PRIORITIES) {
      throw new DefinitionException(
          "priorities", "between 1 and " + MOST_PRIORITIES + " of them", priorities.size());
    }
    for (int priority : priorities) {
      if (priority < 0 || priority > MAX_PRIORITY) {
        throw new DefinitionException("priorities", "between 0 and " + MAX_PRIORITY, priority);
      }
    }
  }

  private static void requireMillis(String field, Duration time, Duration least, Duration most) {
    if (time.toNanosPart() % 1_000_000 != 0
        || time.compareTo(least) < 0
        || time.compareTo(most) > 0) {
      throw new DefinitionException(
          field,
          "whole milliseconds, between %s and %s"
              .formatted(Durations.format(least), Durations.format(most)),
          Durations.format(time));
    }
  }

  /** Whether one message may overtake another one of its producer. */
  public boolean mayReorder() {
    return priorities.stream().flatMap(List::stream).distinct().count() > 1;
  }
}
