package io.brokerbench.cli.session;

import java.nio.file.Path;

/**
 * What becomes of a result.
 *
 * @param folder in which the result folder is made
 * @param json whether the document is printed in place of the report
 * @param plain whether there is no live progress even on a terminal
 * @param again command that does the same again
 */
public record OutputSettings(Path folder, boolean json, boolean plain, String again) {}
