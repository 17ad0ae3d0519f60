package io.brokerbench.experiment.session;

import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.experiment.metric.RunMeasurement;
import java.util.Optional;
import java.util.function.IntFunction;

/** Where the figures of a side of a comparison come from. */
public sealed interface SideSource {

  /** The selector of a broker, or the name of what was stored. */
  String name();

  /** A broker that is run. */
  record Live(Target target) implements SideSource {
    @Override
    public String name() {
      return target.selector();
    }
  }

  /**
   * Figures measured before, which take part repetition by repetition as if each were run now.
   *
   * @param identity of the broker, where it is known
   * @param repetitions the figures of a repetition, from 1
   */
  record Stored(
      String name, Optional<BrokerIdentity> identity, IntFunction<RunMeasurement> repetitions)
      implements SideSource {}
}
