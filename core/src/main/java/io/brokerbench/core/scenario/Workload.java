package io.brokerbench.core.scenario;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.load.ArrivalSchedule;
import io.brokerbench.core.load.LoadModel;
import io.brokerbench.core.load.NoLoad;
import io.brokerbench.core.load.OnOff;
import io.brokerbench.core.load.OpenLoad;
import io.brokerbench.core.load.ProfileLoad;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/**
 * What is sent, and when.
 *
 * @param qos QoS of the publishers and of the subscriptions
 * @param payload what messages carry
 * @param retain whether publishers set the RETAIN flag
 * @param load when messages are sent
 * @param seed seed of everything random in the run
 * @param topicLevels levels of each topic, 5 to 100; absent for 5
 * @param onOff times in which the load is on and off, in turns; absent for a load that is always on
 */
@RecordBuilder
public record Workload(
    @JsonPropertyDescription("QoS of publishers and subscriptions.") Qos qos,
    PayloadSpec payload,
    @JsonPropertyDescription("Whether publishers set the RETAIN flag.") boolean retain,
    LoadModel load,
    @JsonPropertyDescription("Seed of all random choices.") @Bounds(min = Bounds.UNBOUNDED)
        long seed,
    @JsonPropertyDescription("Levels of each topic, 5 to 100 (default: 5).")
        @Bounds(min = Workload.USUAL_TOPIC_LEVELS, max = Workload.MAX_TOPIC_LEVELS)
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<Integer> topicLevels,
    @JsonPropertyDescription(
            "Times in which the load is on and off, in turns (default: always on).")
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<OnOff> onOff)
    implements WorkloadBuilder.With {

  /** Levels of {@code p/<run>/<k>/t/<i>}. */
  public static final int USUAL_TOPIC_LEVELS = 5;

  /** Most levels of a topic; some brokers accept no more than 128. */
  public static final int MAX_TOPIC_LEVELS = 100;

  /** Checks that all is there. */
  public Workload {
    Objects.requireNonNull(qos, "qos");
    Objects.requireNonNull(payload, "payload");
    Objects.requireNonNull(load, "load");
    topicLevels = topicLevels == null ? Optional.empty() : topicLevels;
    topicLevels
        .filter(levels -> levels < USUAL_TOPIC_LEVELS || levels > MAX_TOPIC_LEVELS)
        .ifPresent(
            levels -> {
              throw new DefinitionException(
                  "topicLevels",
                  "between " + USUAL_TOPIC_LEVELS + " and " + MAX_TOPIC_LEVELS,
                  levels);
            });
    onOff = onOff == null ? Optional.empty() : onOff;
    if (onOff.isPresent() && load instanceof ProfileLoad) {
      throw new DefinitionException(
          "onOff", "not with a profile, whose rate may be 0", "a load of type profile");
    }
    if (onOff.isPresent() && load instanceof NoLoad) {
      throw new DefinitionException("onOff", "only where messages are sent", "a load of type none");
    }
  }

  /** A load that is always on, on topics of the usual number of levels. */
  public Workload(Qos qos, PayloadSpec payload, boolean retain, LoadModel load, long seed) {
    this(qos, payload, retain, load, seed, Optional.empty(), Optional.empty());
  }

  /** Whether it is the same all along, so that a broker can settle under it. */
  @JsonIgnore
  public boolean isSteady() {
    return load.isSteady() && onOff.isEmpty();
  }

  /**
   * For how long there has been load.
   *
   * @return of nanoseconds after the start of sending, or before it; for any threads
   */
  public LongUnaryOperator loadedTime() {
    return load instanceof ProfileLoad profile
        ? profile.loadedTime()
        : onOff
            .<LongUnaryOperator>map(times -> times::onNanos)
            .orElse(LongUnaryOperator.identity());
  }

  /**
   * When each message is due.
   *
   * @return an instance for use by one thread; empty where the broker's pace decides
   */
  public Optional<ArrivalSchedule> schedule() {
    return load instanceof OpenLoad open
        ? Optional.of(open.schedule(seed))
            .map(always -> onOff.map(times -> times.applyTo(always)).orElse(always))
        : Optional.empty();
  }
}
