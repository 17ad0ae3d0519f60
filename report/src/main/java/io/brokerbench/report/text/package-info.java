/**
 * Results as text: {@link io.brokerbench.report.text.TerminalReport} shows a run, {@link
 * io.brokerbench.report.text.SearchReport} a search, {@link io.brokerbench.report.text.GateReport}
 * a comparison.
 *
 * <p>Every number that a report prints is in the {@link io.brokerbench.core.result.RunResult}
 * already. Here units are chosen and digits cut; nothing is computed that a reader of the JSON
 * document would miss.
 */
package io.brokerbench.report.text;
