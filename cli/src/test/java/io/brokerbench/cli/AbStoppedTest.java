package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.cli.terminal.StopSignals;
import io.brokerbench.core.engine.Rig;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.experiment.bench.RigFactory;
import io.brokerbench.experiment.gate.AbEnd;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AbStoppedTest extends AbStubs {

  private static final int SIGTERM = 15;

  /** The pipeline that ended it must not take what was shown for nothing. */
  @ParameterizedTest
  @CsvSource({"5, 1, REGRESSED", "0, 143, INCONCLUSIVE"})
  void aBrokenContractStaysANoThoughASignalEndsTheComparison(int twice, int code, String answer)
      throws Exception {
    RigFactory running =
        ending(
            (selector, result) ->
                selector.equals(CANDIDATE) && twice > 0 ? duplicating(result, twice) : result);
    StopSignals signals = StopSignals.byHand(Duration.ofDays(1));
    session.hearing(signals);
    RigFactory stopping = stoppedBy(signals);
    session.with(
        (scenario, broker, driver, settings, listener) ->
            (runs.get() < 10 ? running : stopping)
                .create(scenario, broker, driver, settings, listener));

    assertThat(ab()).as(session.err()).isEqualTo(code);
    assertThat(session.out()).contains("\n" + answer + "  ", "Stopped before its end");
    assertThat(result().end()).isEqualTo(AbEnd.STOPPED);
    assertThat(result().rounds()).hasSize(4);
  }

  private static RunResult duplicating(RunResult result, int twice) {
    return result
        .withVerdict(new Verdict(Verdict.Status.CONTRACT_BROKEN, true, List.of("twice")))
        .withMessages(new Messages(10, 10, 10, 10, 10, 0, twice, 0, 0, List.of()));
  }

  /** Rigs during the first of which SIGTERM comes, and that run until they are stopped. */
  private static RigFactory stoppedBy(StopSignals signals) {
    AtomicBoolean sent = new AtomicBoolean();
    CountDownLatch stopped = new CountDownLatch(1);
    return (scenario, broker, driver, settings, listener) ->
        new Rig() {
          @Override
          public RunResult run() throws InterruptedException {
            if (sent.compareAndSet(false, true)) {
              signals.raise(SIGTERM);
            }
            stopped.await();
            return StubRig.result(scenario, broker, Verdict.Status.OK, true);
          }

          @Override
          public void stop() {
            stopped.countDown();
          }
        };
  }
}
