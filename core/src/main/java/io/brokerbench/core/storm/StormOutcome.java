package io.brokerbench.core.storm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.brokerbench.core.base.Bounds;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a storm was owed, and what came of it. How long each delivery took from when it became due
 * is in the latency {@code endToEnd}; of each client that got all of its deliveries, the last one
 * is in {@code timeToLast}.
 *
 * @param kind what the clients did
 * @param acts clients that did it; of slow consumers, how many they are, and what follows is of
 *     them
 * @param owed deliveries owed for it
 * @param came those that came
 * @param missing those that never came; in a takeover, first connections that did not end
 * @param unexpected deliveries that came and were not owed: values that later ones had replaced; of
 *     slow consumers, connections that the broker ended
 * @param complete clients that got all that they were owed
 * @param allNanos from the start of the storm to the last delivery; absent where some never came
 * @param missingNames the first topics of which deliveries never came
 * @param unexpectedNames the first topics of which deliveries were not owed; in a takeover, the
 *     first client ids whose session was not resumed
 * @param ends how connections ended that were taken over, or those of slow consumers, and how many
 *     each; empty in other storms
 * @param others those beside slow consumers; absent in other storms
 */
public record StormOutcome(
    StormKind kind,
    long acts,
    long owed,
    long came,
    long missing,
    long unexpected,
    long complete,
    OptionalLong allNanos,
    @Bounds(max = StormOutcome.MAX_NAMED) List<Named> missingNames,
    @Bounds(max = StormOutcome.MAX_NAMED) List<Named> unexpectedNames,
    List<End> ends,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Others> others) {

  /** Most names in each list. */
  public static final int MAX_NAMED = 100;

  /** Most clients that are listed for a name. */
  public static final int MAX_WATCHERS = 20;

  /** Copies the lists. */
  public StormOutcome {
    missingNames = List.copyOf(missingNames);
    unexpectedNames = List.copyOf(unexpectedNames);
    ends = ends == null ? List.of() : List.copyOf(ends);
    others = others == null ? Optional.empty() : others;
  }

  /**
   * What consumers that took all got beside slow ones.
   *
   * @param consumers how many they are
   * @param owed deliveries owed to them
   * @param came those that came
   * @param missing those that never came, of messages that the broker had taken over
   * @param ended connections that the broker ended, of clients other than the slow consumers
   * @param held most deliveries to slow consumers that were owed and had not come at any one time
   */
  public record Others(long consumers, long owed, long came, long missing, long ended, long held) {}

  /**
   * A way in which connections ended.
   *
   * @param reason in words
   * @param count how many
   */
  public record End(String reason, @Bounds(min = 1) long count) {}

  /**
   * Deliveries of one name.
   *
   * @param name the topic; in a takeover, and of a slow consumer, the client id
   * @param count how many clients it is about; of a slow consumer, how many deliveries never came
   * @param consumers ids of the first 20 of them
   */
  public record Named(
      String name,
      @Bounds(min = 1) long count,
      @Bounds(max = StormOutcome.MAX_WATCHERS) List<Integer> consumers) {

    /** Copies the list. */
    public Named {
      consumers = List.copyOf(consumers);
    }
  }
}
