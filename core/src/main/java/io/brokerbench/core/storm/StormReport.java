package io.brokerbench.core.storm;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What one lane, or several together, saw of a storm. Merging is associative.
 *
 * @param acts clients that did what the storm is of
 * @param unexpected deliveries that were not owed; in a takeover, sessions that were not resumed
 * @param named which these are
 * @param watchers what each client that is owed something has got
 * @param missing which deliveries were owed and never came
 * @param ends how connections ended that were taken over, and how many each
 * @param slow what was seen beside slow consumers
 */
public record StormReport(
    long acts,
    long unexpected,
    StormNames named,
    List<Watcher> watchers,
    StormNames missing,
    Map<String, Long> ends,
    SlowReport slow) {

  /** Of a run that has no storm. */
  public static final StormReport NONE =
      new StormReport(0, 0, StormNames.NONE, List.of(), StormNames.NONE, Map.of());

  /** Copies the lists. */
  public StormReport {
    watchers = List.copyOf(watchers);
    ends = Map.copyOf(ends);
  }

  /** Of a storm without slow consumers. */
  public StormReport(
      long acts,
      long unexpected,
      StormNames named,
      List<Watcher> watchers,
      StormNames missing,
      Map<String, Long> ends) {
    this(acts, unexpected, named, watchers, missing, ends, SlowReport.NONE);
  }

  /** Both reports as one. */
  public StormReport merge(StormReport other) {
    return new StormReport(
        acts + other.acts,
        unexpected + other.unexpected,
        named.merge(other.named),
        Stream.concat(watchers.stream(), other.watchers.stream()).toList(),
        missing.merge(other.missing),
        sum(ends, other.ends),
        slow.merge(other.slow));
  }

  private static Map<String, Long> sum(Map<String, Long> some, Map<String, Long> others) {
    Map<String, Long> sum = new TreeMap<>(some);
    others.forEach((end, count) -> sum.merge(end, count, Long::sum));
    return sum;
  }

  /** The same with what never came. */
  public StormReport withMissing(StormNames never) {
    return new StormReport(acts, unexpected, named, watchers, never, ends, slow);
  }

  /** The same of a run that broke off, as what its other part would have counted is not known. */
  public StormReport missingNothing() {
    return withMissing(StormNames.NONE).withSlow(slow.missingNothing());
  }

  /** The same with the most that slow consumers were owed, which no part of a run sees alone. */
  public StormReport holding(long most) {
    return withSlow(slow.holding(most));
  }

  private StormReport withSlow(SlowReport known) {
    return new StormReport(acts, unexpected, named, watchers, missing, ends, known);
  }

  /** The same with what is known of slow consumers once the account is made up. */
  public StormReport with(SlowReport further) {
    return withSlow(slow.merge(further));
  }

  /**
   * A client that is owed something.
   *
   * @param id of it
   * @param received deliveries owed that came
   * @param tookNanos from when it was due to the last of them
   * @param lastNanos the last of them, from the start of the storm
   */
  public record Watcher(int id, long received, long tookNanos, long lastNanos) {}
}
