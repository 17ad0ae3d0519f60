package io.brokerbench.experiment.calibrate;

/** A machine on which nothing could be calibrated; the message is one line for a person. */
public final class CalibrationException extends Exception {

  private static final long serialVersionUID = 1L;

  /** Makes one that says why. */
  public CalibrationException(String message) {
    super(message);
  }
}
