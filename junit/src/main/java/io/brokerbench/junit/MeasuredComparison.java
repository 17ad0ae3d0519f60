package io.brokerbench.junit;

import io.brokerbench.experiment.gate.AbResult;
import java.nio.file.Path;

/**
 * What came of one interleaved comparison, and where it is kept.
 *
 * @param result the result of the comparison
 * @param folder that holds its files
 */
public record MeasuredComparison(AbResult result, Path folder) {}
