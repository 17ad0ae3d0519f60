package io.brokerbench.core.load;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.Objects;

/**
 * Messages at equal distances: message <i>i</i> at {@code ceil(i * 1e9 / rate)} nanoseconds.
 *
 * <p>Computed in double precision, which is exact to one nanosecond over 50 days.
 *
 * @param rate messages per second of all publishers together
 */
public record ConstantLoad(
    @JsonPropertyDescription("Messages per second, of all publishers together (open load).")
        Rate rate)
    implements OpenLoad {

  /** Checks that there is a rate. */
  public ConstantLoad {
    Objects.requireNonNull(rate, "rate");
  }

  @Override
  public ArrivalSchedule schedule(long seed) {
    double perSecond = rate.perSecond();
    return index -> (long) Math.ceil(index * 1e9 / perSecond);
  }

  @Override
  public Rate peakRate() {
    return rate;
  }

  @Override
  public ConstantLoad withPeakRate(Rate newRate) {
    return new ConstantLoad(newRate);
  }
}
