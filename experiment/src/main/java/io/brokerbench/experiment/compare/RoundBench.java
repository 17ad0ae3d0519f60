package io.brokerbench.experiment.compare;

import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.experiment.gate.Side;
import io.brokerbench.experiment.metric.ContractRun;
import io.brokerbench.experiment.metric.RunMeasurement;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Starts the brokers of rounds, and puts load on them. */
@FunctionalInterface
public interface RoundBench {

  /**
   * Begins a round: from here on, its brokers are fresh, and warm before they are measured.
   *
   * @param number of the round, from 1; one that did not count is begun again
   * @param first the side whose broker is started first, where both run at the same time
   * @throws BrokerException if a broker does not start
   * @throws RunException if a run cannot be begun
   */
  StartedRound begin(int number, Side first)
      throws BrokerException, RunException, InterruptedException;

  /**
   * How a stored baseline kept its contracts, which meets nothing of what other work does to the
   * candidate now; empty for one that is run, whose runs say it.
   */
  default Optional<List<ContractRun>> storedBaseline() {
    return Optional.empty();
  }

  /** A round whose brokers are there. Closing it ends them. */
  interface StartedRound extends AutoCloseable {

    /**
     * Puts load on a side.
     *
     * @param atCapacity whether the load is closed, which finds the capacity; else it is the
     *     scenario's
     * @throws BrokerException if a broker does not start
     * @throws RunException if the run cannot be begun
     */
    RunMeasurement slice(Side side, boolean atCapacity)
        throws BrokerException, RunException, InterruptedException;

    /**
     * Puts load on both sides, to and fro.
     *
     * @param first the side that has it first
     * @param atCapacity as above
     * @return one measurement of each side, over all its slices
     * @throws RunException if a run cannot be begun
     */
    Map<Side, RunMeasurement> alternating(Side first, boolean atCapacity)
        throws RunException, InterruptedException;

    @Override
    void close();
  }
}
