package io.brokerbench.junit;

import io.brokerbench.experiment.search.SearchResult;
import java.nio.file.Path;

/**
 * What came of one search, and where it is kept.
 *
 * @param result the result of the search
 * @param folder that holds its files
 */
public record MeasuredSearch(SearchResult result, Path folder) {}
