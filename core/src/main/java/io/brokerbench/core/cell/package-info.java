/**
 * One cell of a study: {@link io.brokerbench.core.cell.CellMeter} measures it on brokers that run,
 * with load rigs and with single clients.
 *
 * <p>What is no run reports how far it is by a {@link io.brokerbench.core.cell.CellStep}, and is
 * interrupted when the cell is stopped. {@link io.brokerbench.core.cell.StudyCell} is what comes of
 * it.
 */
package io.brokerbench.core.cell;
