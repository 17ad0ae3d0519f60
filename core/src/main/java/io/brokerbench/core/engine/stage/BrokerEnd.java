package io.brokerbench.core.engine.stage;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.Broker;
import java.util.Optional;

/**
 * The end of a broker by itself, which is the reason of what else went wrong. Belongs to the rig's
 * thread.
 */
record BrokerEnd(Broker broker, NanoClock clock) {

  /** Wait for the reason of a broken connection to show in the broker's own end. */
  private static final long WAIT_NANOS = 1_000_000_000;

  /** Why the broker has ended; where it has not, another reason. */
  String or(String reason) throws InterruptedException {
    long deadline = clock.nanoTime() + WAIT_NANOS;
    while (broker.pid().isPresent() && clock.nanoTime() - deadline < 0) {
      Optional<String> end = broker.failure();
      if (end.isPresent()) {
        return end.get();
      }
      RunStages.pause();
    }
    return reason;
  }
}
