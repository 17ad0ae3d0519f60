package io.brokerbench.core.engine.worker;

import io.brokerbench.core.base.OutOfMemory;
import io.brokerbench.core.engine.lane.LaneLoad;
import io.brokerbench.core.engine.lane.WorkerEvents;
import io.brokerbench.core.engine.measure.RunException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What a worker's lanes are asked to do, each on its own thread. Safe for use by several threads.
 */
final class LaneCalls {

  private static final long ANSWER_SECONDS = 10;

  private final List<LaneLoad> lanes;
  private final WorkerEvents events;

  /**
   * Calls to all lanes of a worker.
   *
   * @param lanes complete before the first call
   * @param events get what fails
   */
  LaneCalls(List<LaneLoad> lanes, WorkerEvents events) {
    this.lanes = lanes;
    this.events = events;
  }

  /** Does something on each lane. Does not wait for it. */
  void onAll(Consumer<LaneLoad> action) {
    for (LaneLoad lane : lanes) {
      try {
        lane.lane()
            .execute(
                () -> {
                  try {
                    action.accept(lane);
                  } catch (RuntimeException | Error e) {
                    events.fail("a lane of the generator failed: " + OutOfMemory.orText(e), e);
                  }
                });
      } catch (RejectedExecutionException e) {
        events.fail("a lane of the generator has ended", e);
      }
    }
  }

  /**
   * Asks each lane, and waits for all answers.
   *
   * @throws RunException if a lane fails, or does not answer in time
   */
  <T> List<T> ask(Function<LaneLoad, T> question) throws RunException, InterruptedException {
    List<CompletableFuture<T>> answers = new ArrayList<>();
    for (LaneLoad lane : lanes) {
      CompletableFuture<T> answer = new CompletableFuture<>();
      answers.add(answer);
      try {
        lane.lane()
            .execute(
                () -> {
                  try {
                    answer.complete(question.apply(lane));
                  } catch (RuntimeException | Error e) {
                    answer.completeExceptionally(e);
                  }
                });
      } catch (RejectedExecutionException e) {
        answer.completeExceptionally(e);
      }
    }
    List<T> values = new ArrayList<>();
    for (CompletableFuture<T> answer : answers) {
      try {
        values.add(answer.get(ANSWER_SECONDS, TimeUnit.SECONDS));
      } catch (ExecutionException e) {
        throw new RunException(
            "a lane of the generator failed: " + OutOfMemory.orText(e.getCause()), e.getCause());
      } catch (TimeoutException e) {
        throw new RunException(
            "a lane of the generator did not answer within " + ANSWER_SECONDS + " s", e);
      }
    }
    return values;
  }
}
