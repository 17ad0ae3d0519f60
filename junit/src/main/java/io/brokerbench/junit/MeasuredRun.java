package io.brokerbench.junit;

import io.brokerbench.core.result.RunResult;
import java.nio.file.Path;

/**
 * What came of one run, and where it is kept.
 *
 * @param result the result of the run
 * @param folder that holds its files
 */
public record MeasuredRun(RunResult result, Path folder) {}
