package io.brokerbench.core.broker;

/**
 * A broker that cannot be had: not installed, did not start, cannot be reached.
 *
 * <p>The message is one line for a person, with what the broker said and where its log is. The
 * command line ends with exit code 3.
 */
public final class BrokerException extends Exception {

  private static final long serialVersionUID = 1L;

  /** A line for a person. */
  public BrokerException(String message) {
    super(message);
  }

  /** A line for a person, and what led to it. */
  public BrokerException(String message, Throwable cause) {
    super(message, cause);
  }
}
