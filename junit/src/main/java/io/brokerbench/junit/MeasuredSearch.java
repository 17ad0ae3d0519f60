package io.brokerbench.junit;

import io.brokerbench.core.search.SearchResult;
import java.nio.file.Path;

/**
 * What came of one search, and where it is kept.
 *
 * @param result everything that the search tells
 * @param folder that holds its files
 */
public record MeasuredSearch(SearchResult result, Path folder) {}
