package io.brokerbench.core.load;

import com.fasterxml.jackson.annotation.JsonIgnore;

/** Load that follows a schedule fixed in advance, whatever the broker does. */
public sealed interface OpenLoad extends LoadModel
    permits ConstantLoad, PoissonLoad, RampLoad, ProfileLoad {

  /**
   * The schedule of all publishers together.
   *
   * @param seed of what is random in it
   * @return an instance for use by one thread
   */
  ArrivalSchedule schedule(long seed);

  /** Highest (mean) rate that it reaches. */
  @JsonIgnore
  Rate peakRate();

  /** The same kind of load at another peak rate. */
  OpenLoad withPeakRate(Rate rate);
}
