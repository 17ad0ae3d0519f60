package io.brokerbench.experiment.study;

import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.experiment.cell.CellKey;
import io.brokerbench.experiment.cell.CellMeasurement;
import io.brokerbench.experiment.cell.CellPlan;
import io.brokerbench.experiment.store.ResultFolderException;
import java.nio.file.Path;

/** Measures cells, each on brokers of its own. */
@FunctionalInterface
public interface CellRunner {

  /**
   * Measures a cell.
   *
   * @param folder for the documents of its runs
   * @throws BrokerException if the broker cannot be had; the cell has failed
   * @throws RunException if nothing could be measured; the cell has failed
   * @throws io.brokerbench.core.base.DefinitionException if the broker cannot do it; likewise
   * @throws ResultFolderException if documents cannot be kept; the study ends
   * @throws InterruptedException if interrupted, or stopped; the study ends
   */
  CellMeasurement measure(CellKey key, CellPlan plan, Path folder)
      throws BrokerException, RunException, ResultFolderException, InterruptedException;

  /**
   * Whether the broker has what a cell needs, as far as that is known before it starts. A cell that
   * it does not support needs no time.
   */
  default boolean supports(CellKey key, CellPlan plan) {
    return true;
  }
}
