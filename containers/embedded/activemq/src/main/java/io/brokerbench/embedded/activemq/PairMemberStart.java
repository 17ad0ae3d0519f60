package io.brokerbench.embedded.activemq;

import io.brokerbench.embedded.Role;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.apache.activemq.broker.BrokerService;

/** Starts one broker of a pair, which blocks until the store is free. Safe for several threads. */
final class PairMemberStart {

  private final FutureTask<Void> start;
  private final StoreLock lock;

  private PairMemberStart(FutureTask<Void> start, StoreLock lock) {
    this.start = start;
    this.lock = lock;
  }

  /** Starts it in a thread of its own. */
  static PairMemberStart await(BrokerService activeMq, StoreLock lock) {
    FutureTask<Void> start =
        new FutureTask<>(
            () -> {
              ActiveMqMain.start(activeMq);
              return null;
            });
    Thread thread = new Thread(start, "broker-start");
    thread.setDaemon(true);
    thread.start();
    return new PairMemberStart(start, lock);
  }

  /** The node that waits for the lock has all data of the other one as soon as it gets it. */
  Role role() throws InterruptedException, ExecutionException {
    if (start.isDone()) {
      start.get();
      return Role.ACTIVE;
    }
    return lock.isAwaited() ? Role.STANDBY : Role.STARTING;
  }
}
