/**
 * Results in files: a folder for each result, with its JSON document, its time line as CSV and its
 * histograms as an HdrHistogram log.
 */
package io.brokerbench.experiment.store;
