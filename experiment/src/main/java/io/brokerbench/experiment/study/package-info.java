/**
 * Studies: matrices of measurements, resumed where they were stopped, with statistics and tables.
 *
 * <p>A {@link io.brokerbench.experiment.study.Study} is data: rows, each with a {@link
 * io.brokerbench.experiment.cell.CellPlan}, times brokers, times repetitions. {@link
 * io.brokerbench.experiment.study.StudyRunner} measures the cells that its {@link
 * io.brokerbench.experiment.study.StudyFolder} lacks, through {@link
 * io.brokerbench.experiment.study.CellRunner}, so that tests run it without brokers. {@link
 * io.brokerbench.experiment.cell.CellMeter} measures one cell on brokers that run, with load rigs
 * and with single clients; work that is not a run reports its progress as a {@link
 * io.brokerbench.experiment.cell.CellStep}, and is interrupted when the cell is stopped. {@link
 * io.brokerbench.experiment.study.StudyAnalysis} makes the document {@code brokerbench.study/1} of
 * the cells, and nothing else: the same cells give the same document.
 *
 * <p>Catalogues elsewhere define the studies; the module report shows them as text. docs/studies.md
 * is the page for users.
 */
package io.brokerbench.experiment.study;
