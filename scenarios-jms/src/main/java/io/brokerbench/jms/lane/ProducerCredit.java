package io.brokerbench.jms.lane;

/**
 * How many messages the producer of a connection may hand over: as many as the broker has given
 * credit for. The connection's event loop writes it, the producer's lane reads it; neither waits.
 */
public final class ProducerCredit {

  /** Messages that were written; of the event loop. */
  private long written;

  private volatile long limit;

  /** No credit yet. */
  public ProducerCredit() {}

  /** Of a library that lets its senders wait for credit. */
  public static ProducerCredit unlimited() {
    ProducerCredit credit = new ProducerCredit();
    credit.limit = Long.MAX_VALUE;
    return credit;
  }

  /** A message was written, which used up some of the credit; on the event loop. */
  public void onWritten() {
    written++;
  }

  /**
   * The broker takes so many messages more; on the event loop.
   *
   * @param credit of the link, after what was written
   */
  public void onCredit(int credit) {
    long most = written + Math.max(0, credit);
    if (most != limit) {
      limit = most;
    }
  }

  /** Messages since the connection was made that the broker has given credit for; any thread. */
  public long limit() {
    return limit;
  }
}
