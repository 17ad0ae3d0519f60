/**
 * One cell of a study: {@link io.brokerbench.experiment.cell.CellMeter} measures it on brokers that
 * run, with load rigs and with single clients.
 *
 * <p>Work that is not a run reports its progress as a {@link
 * io.brokerbench.experiment.cell.CellStep}, and is interrupted when the cell is stopped. {@link
 * io.brokerbench.experiment.cell.StudyCell} is its result.
 */
package io.brokerbench.experiment.cell;
