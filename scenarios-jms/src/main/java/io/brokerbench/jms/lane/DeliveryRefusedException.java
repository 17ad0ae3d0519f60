package io.brokerbench.jms.lane;

/**
 * A receiver does not take a message, as its connection ends: the message is not handled, and must
 * not be acknowledged.
 */
public final class DeliveryRefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * One without a stack trace.
   *
   * @param cause why the connection ends; null where it was to end
   */
  public DeliveryRefusedException(Throwable cause) {
    super("the connection ends", cause, false, false);
  }
}
