package io.brokerbench.junit;

import io.brokerbench.core.gate.AbResult;
import java.nio.file.Path;

/**
 * What came of one interleaved comparison, and where it is kept.
 *
 * @param result everything that the comparison tells
 * @param folder that holds its files
 */
public record MeasuredComparison(AbResult result, Path folder) {}
