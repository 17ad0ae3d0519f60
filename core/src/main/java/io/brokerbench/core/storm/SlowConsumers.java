package io.brokerbench.core.storm;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.base.DefinitionException;
import java.util.Optional;

/**
 * Which consumers are slow in a storm, and how.
 *
 * @param share of the consumers that are slow; absent for {@value #USUAL_SHARE}
 * @param pace share of the messages due to it that a slow consumer takes in the storm; absent for
 *     {@value #USUAL_PACE}
 * @param withhold what it withholds of the others; absent for reads
 */
public record SlowConsumers(
    @JsonPropertyDescription("Share of the consumers that are slow (default: 0.2).")
        @Bounds(max = 1)
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<Double> share,
    @JsonPropertyDescription(
            "Share of the messages due to it that a slow consumer takes in the storm (default:"
                + " 0.1).")
        @Bounds(max = 1)
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<Double> pace,
    @JsonPropertyDescription(
            "What a slow consumer withholds: READS or ACKNOWLEDGEMENTS (default: READS).")
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<Withheld> withhold) {

  /** What a slow consumer withholds. */
  public enum Withheld {
    /** It does not read from its connection, so that the broker cannot write to it. */
    READS,
    /** It reads all, and does not acknowledge what it has; with QoS 1 and 2. */
    ACKNOWLEDGEMENTS
  }

  /** Share of the consumers that are slow where nothing else is given. */
  public static final double USUAL_SHARE = 0.2;

  /** Share of the messages that they take where nothing else is given. */
  public static final double USUAL_PACE = 0.1;

  /** As slow as usual. */
  public static final SlowConsumers USUAL =
      new SlowConsumers(Optional.empty(), Optional.empty(), Optional.empty());

  /** Checks the limits. */
  public SlowConsumers {
    share = share == null ? Optional.empty() : share;
    pace = pace == null ? Optional.empty() : pace;
    withhold = withhold == null ? Optional.empty() : withhold;
    if (share.filter(given -> !(given > 0 && given < 1)).isPresent()) {
      throw new DefinitionException("storm.slow.share", "more than 0 and below 1", share.get());
    }
    if (pace.filter(given -> !(given > 0 && given < 1)).isPresent()) {
      throw new DefinitionException("storm.slow.pace", "more than 0 and below 1", pace.get());
    }
  }

  /** What is withheld. */
  public Withheld withheld() {
    return withhold.orElse(Withheld.READS);
  }

  /** The share of the messages that a slow consumer takes. */
  public double takes() {
    return pace.orElse(USUAL_PACE);
  }

  /** How many of some consumers are slow. */
  public int count(int consumers) {
    return below(consumers);
  }

  /**
   * Whether a consumer is slow. They are spread evenly; the first one is not.
   *
   * @param consumer its id, from 0
   */
  public boolean isSlow(int consumer) {
    return below(consumer + 1) > below(consumer);
  }

  /**
   * How many slow consumers there are before one.
   *
   * @param consumer its id, from 0
   */
  public int below(int consumer) {
    return (int) Math.floor(consumer * share.orElse(USUAL_SHARE) + 1e-9);
  }
}
