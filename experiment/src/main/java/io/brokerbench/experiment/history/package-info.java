/**
 * Results of many builds: which of them can be compared, and where their figures change.
 *
 * <p>{@code HistoryFolder} reads stored results, {@code LineBuilder} puts those of one kind into
 * the order of their builds, and {@code ReleaseLine} has the changes that {@link
 * io.brokerbench.core.statistics.ChangePointDetection} finds in them. {@code HistoryResult} is the
 * document {@code brokerbench.history/1}. What decides between two builds is in {@code
 * experiment.gate}; docs/history.md is the page for users.
 */
package io.brokerbench.experiment.history;
