package io.brokerbench.experiment.session;

/** A machine that cannot do what is asked of it; the message is one line for a person. */
public final class EnvironmentException extends Exception {

  private static final long serialVersionUID = 1L;

  public EnvironmentException(String message) {
    super(message);
  }
}
