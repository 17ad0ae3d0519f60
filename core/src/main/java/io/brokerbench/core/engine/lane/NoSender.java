package io.brokerbench.core.engine.lane;

/** Sends nothing. */
final class NoSender implements Sender {

  @Override
  public long turn(long now) {
    return Long.MAX_VALUE;
  }

  @Override
  public void onReady(PublisherSlot slot) {
    // it has nothing to send
  }

  @Override
  public void endAt(long nanos) {
    // it has not begun
  }

  @Override
  public void abandonRest(long now) {
    // there is no rest
  }

  @Override
  public boolean mayWait() {
    return true;
  }

  @Override
  public long deferred() {
    return 0;
  }
}
