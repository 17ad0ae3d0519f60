/**
 * Studies: matrices of measurements, resumed where they were stopped, with statistics and tables.
 *
 * <p>A {@link io.brokerbench.core.study.Study} is data: rows, each with a {@link
 * io.brokerbench.core.cell.CellPlan}, times brokers, times repetitions. {@link
 * io.brokerbench.core.study.StudyRunner} measures the cells that its {@link
 * io.brokerbench.core.study.StudyFolder} lacks, through {@link
 * io.brokerbench.core.study.CellBench}, so that tests run it without brokers. {@link
 * io.brokerbench.core.cell.CellMeter} measures one cell on brokers that run, with load rigs and
 * with single clients; what is no run tells how far it is by a {@link
 * io.brokerbench.core.cell.CellStep}, and is interrupted when the cell is stopped. {@link
 * io.brokerbench.core.study.StudyAnalysis} makes the document {@code brokerbench.study/1} of the
 * cells, and nothing else: the same cells give the same document.
 *
 * <p>Which studies there are is for catalogues elsewhere; how they look as text, for {@code
 * core.report}. docs/studies.md is the page for users.
 */
package io.brokerbench.core.study;
