package io.brokerbench.core.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.engine.measure.BacklogGauge;
import io.brokerbench.core.engine.worker.pipe.WorkerPipe;
import io.brokerbench.core.engine.worker.pipe.WorkerPipe.Listener;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** How long a worker may say nothing, by a clock that is moved by hand. */
class WorkerLinkTest {

  private static final long SECOND = Duration.ofSeconds(1).toNanos();
  private static final String TITLE = "agent b (host 10.0.0.2)";

  private final AtomicReference<Listener> listener = new AtomicReference<>();
  private long now;

  private final class SilentPipe implements WorkerPipe {

    @Override
    public String title() {
      return TITLE;
    }

    @Override
    public void open(Listener hears) {
      listener.set(hears);
    }

    @Override
    public void send(String line) {
      throw new UnsupportedOperationException(line);
    }

    @Override
    public void requestClose() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void awaitEnd(long deadlineNanos) {
      throw new UnsupportedOperationException();
    }
  }

  private void tick() {
    WorkerStatus status =
        new WorkerStatus(
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            BacklogGauge.Reading.NONE,
            false,
            0,
            List.of(),
            Optional.empty());
    WorkerAnswer tick = WorkerAnswer.Tick.of(now, status, List.of(), 0, Optional.empty());
    listener.get().onLine(WorkerLines.write(tick));
  }

  /** Lets half a second go by, again and again, as a rig that looks often sees it. */
  private static void look(WorkerLink link, Runnable passing, int seconds) {
    for (int i = 0; i < 2 * seconds; i++) {
      passing.run();
      link.failure();
    }
  }

  @Test
  void workerWhoseTicksStopHasFailed() {
    WorkerLink link = new WorkerLink(new SilentPipe(), () -> now);
    link.failure();
    tick();
    look(link, () -> now += SECOND / 2, 10);
    assertThat(link.failure()).isEmpty();
    look(link, () -> now += SECOND / 2, 1);
    assertThat(link.failure())
        .hasValueSatisfying(
            failure -> assertThat(failure).hasMessage(TITLE + " has said nothing for 10 s"));
  }

  @Test
  void workerWhoseResultTakesLongToCrossHasNot() {
    WorkerLink link = new WorkerLink(new SilentPipe(), () -> now);
    link.failure();
    tick();
    look(
        link,
        () -> {
          now += SECOND / 2;
          listener.get().onPart();
        },
        60);
    assertThat(link.failure()).isEmpty();
  }

  @Test
  void answerIsWaitedForWhilePartsOfItCome() {
    int[] parts = {100};
    boolean[] reading = new boolean[1];
    WorkerLink link =
        new WorkerLink(
            new SilentPipe(),
            () -> {
              if (parts[0] > 0 && !reading[0] && now > 0) {
                parts[0]--;
                reading[0] = true;
                listener.get().onPart();
                reading[0] = false;
              }
              return now += SECOND;
            });
    assertThatThrownBy(() -> link.await(WorkerAnswer.Hello.class, 20))
        .hasMessage(TITLE + " did not answer within 20 s");
    assertThat(now).isBetween(120 * SECOND, 240 * SECOND);
  }
}
