/**
 * How reports are made of HTML: text that is always escaped, tables, charts, and the page around
 * them, which loads nothing else.
 *
 * <p>A {@link io.brokerbench.report.html.Chart} is data: the script of the page draws it, and its
 * summary and its table say the same in words and figures. Nothing here knows what a run or a
 * search is; that is one package up.
 */
package io.brokerbench.report.html;
