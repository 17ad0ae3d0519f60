package io.brokerbench.core.load;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import java.time.Duration;
import java.util.Objects;

/**
 * A rate that changes evenly from one value to another, and stays there.
 *
 * <p>With rates <i>a</i> to <i>b</i> over <i>T</i>, the number of messages due by <i>t</i> is
 * <i>n(t) = a t + (b - a) t² / 2T</i>; message <i>i</i> is due where <i>n(t) = i</i>, which is
 * solved in the form <i>t = 2i / (a + sqrt(a² + 2 i (b - a) / T))</i> that loses no digits as
 * <i>b</i> approaches <i>a</i>.
 *
 * @param from messages per second at the start
 * @param to messages per second at the end of the ramp, and after it
 * @param over length of the ramp, more than zero and at most seven days
 */
public record RampLoad(
    @JsonPropertyDescription("Rate at the start of a ramp.") Rate from,
    @JsonPropertyDescription("Rate at the end of a ramp, and after it.") Rate to,
    @JsonPropertyDescription("Length of a ramp.") Duration over)
    implements OpenLoad {

  /** Checks the limits. */
  public RampLoad {
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(to, "to");
    Objects.requireNonNull(over, "over");
    if (over.isZero() || over.isNegative() || over.compareTo(Durations.LONGEST) > 0) {
      throw new DefinitionException(
          "over",
          "more than 0s and at most " + Durations.format(Durations.LONGEST),
          Durations.format(over));
    }
  }

  @Override
  public ArrivalSchedule schedule(long seed) {
    double start = from.perSecond();
    double end = to.perSecond();
    double seconds = over.toNanos() / 1e9;
    double messagesInRamp = (start + end) / 2 * seconds;
    double leastSquared = Math.min(start, end) * Math.min(start, end);
    return index -> {
      double at;
      if (index <= messagesInRamp) {
        double rateSquared = start * start + 2.0 * index * (end - start) / seconds;
        // a steep fall would lose the end's digits, and could go below zero
        at = 2.0 * index / (start + Math.sqrt(Math.max(leastSquared, rateSquared)));
      } else {
        at = seconds + (index - messagesInRamp) / end;
      }
      return (long) Math.ceil(at * 1e9);
    };
  }

  @Override
  public boolean isSteady() {
    return false;
  }

  @Override
  public Rate peakRate() {
    return from.perSecond() > to.perSecond() ? from : to;
  }

  @Override
  public RampLoad withPeakRate(Rate newRate) {
    double scale = newRate.perSecond() / peakRate().perSecond();
    return new RampLoad(
        Rate.perSecond(from.perSecond() * scale), Rate.perSecond(to.perSecond() * scale), over);
  }
}
