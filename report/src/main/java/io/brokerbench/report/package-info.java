/**
 * Results as pages that people read: {@code report.html} beside each result, an overview of many,
 * and the page of a run that is under way.
 *
 * <p>{@link io.brokerbench.report.HtmlReport} makes the page of a result; {@link
 * io.brokerbench.report.ReportFolder} reads results from folders and writes pages beside them;
 * {@link io.brokerbench.report.LiveReport} tells what is to be seen of a run meanwhile, with the
 * same charts. How a page is made is in {@code html}; what is measured and decided is not here:
 * every figure and every verdict comes from the documents.
 */
package io.brokerbench.report;
