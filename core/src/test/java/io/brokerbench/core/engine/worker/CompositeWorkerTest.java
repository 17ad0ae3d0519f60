package io.brokerbench.core.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.engine.measure.RunTimes;
import java.util.List;
import org.junit.jupiter.api.Test;

class CompositeWorkerTest {

  private static final long SECOND = 1_000_000_000L;

  /** What agents used in the drain is none of the steady state's. */
  @Test
  void theSteadyStateEndsWhenSendingDoes() {
    CompositeWorker worker = new CompositeWorker(new WorkerLinks(), List.of(), () -> 0, 0);
    worker.start(new RunTimes(0, SECOND, 10 * SECOND));
    worker.endSendingAt(3 * SECOND);

    assertThat(worker.times().steadyFlag(2 * SECOND)).isEqualTo(1);
    assertThat(worker.times().steadyFlag(4 * SECOND)).isZero();
  }
}
