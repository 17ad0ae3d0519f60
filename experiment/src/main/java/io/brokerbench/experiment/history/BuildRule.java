package io.brokerbench.experiment.history;

/** Which results are of one build. */
public enum BuildRule {
  /** Each result is a build of its own. */
  RESULT,
  /** All results of the same version of the broker. */
  VERSION,
  /** All results below the same folder of the folder that is read. */
  FOLDER
}
