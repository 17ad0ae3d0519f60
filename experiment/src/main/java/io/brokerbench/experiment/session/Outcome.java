package io.brokerbench.experiment.session;

import io.brokerbench.experiment.store.ResultFolder;
import io.brokerbench.experiment.store.ResultFolderException;
import java.util.Optional;

/**
 * What came of an experiment.
 *
 * @param result the document
 * @param folder that holds it; absent where the experiment has none
 * @param problem why not all of it could be kept; absent where it was
 */
public record Outcome<D>(
    D result, Optional<ResultFolder> folder, Optional<ResultFolderException> problem) {}
