/**
 * Results as pages that people read: {@code report.html} beside each result, an overview of many,
 * and the page of a run that is under way.
 *
 * <p>{@link io.brokerbench.report.page.HtmlReport} makes the page of a result; {@link
 * io.brokerbench.report.page.ReportFolder} reads results from folders and writes pages beside them;
 * {@link io.brokerbench.report.page.LiveReport} shows a run while it is under way, with the same
 * charts. How a page is made is in {@code html}; what is measured and decided is not here: every
 * figure and every verdict comes from the documents.
 */
package io.brokerbench.report.page;
