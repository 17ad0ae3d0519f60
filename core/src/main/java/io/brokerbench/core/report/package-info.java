/**
 * Shows results: to people as a block of text ({@link io.brokerbench.core.report.TerminalReport}),
 * to programs as files ({@link io.brokerbench.core.store.ResultFolder}), and to CI servers as JUnit
 * XML ({@code JunitXml}).
 *
 * <p>Every number a report prints is in the {@link io.brokerbench.core.result.RunResult} already;
 * here units are chosen and digits cut, and nothing is computed that a reader of the JSON document
 * would miss.
 */
package io.brokerbench.core.report;
