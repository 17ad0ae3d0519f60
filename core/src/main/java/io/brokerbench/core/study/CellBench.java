package io.brokerbench.core.study;

import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.cell.CellKey;
import io.brokerbench.core.cell.CellPlan;
import io.brokerbench.core.cell.Measured;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.store.ResultFolderException;
import java.nio.file.Path;

/** Measures cells, each on brokers of its own. */
public interface CellBench {

  /**
   * Measures a cell.
   *
   * @param folder for the documents of its runs
   * @throws BrokerException if the broker can't be had; the cell has failed
   * @throws RunException if nothing could be measured; the cell has failed
   * @throws io.brokerbench.core.base.DefinitionException if the broker can't do it; likewise
   * @throws ResultFolderException if documents can't be kept; the study ends
   * @throws InterruptedException if interrupted, or stopped; the study ends
   */
  Measured measure(CellKey key, CellPlan plan, Path folder)
      throws BrokerException, RunException, ResultFolderException, InterruptedException;

  /**
   * Ends the cell that is under way, which {@link #measure} may tell by an exception; from any
   * thread.
   */
  void stop();
}
