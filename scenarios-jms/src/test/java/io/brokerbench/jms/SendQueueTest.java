package io.brokerbench.jms;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.JMSException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SendQueueTest {

  private final Queue<Runnable> threads = new ArrayDeque<>();
  private final List<Throwable> failures = new ArrayList<>();
  private final List<Integer> done = new ArrayList<>();
  private final SendQueue queue = new SendQueue(threads::add, failures::add);

  @Test
  void nothingIsDoneByTheThreadThatAddsAndAllOfItInOrderByOneThread() {
    queue.add(() -> done.add(1));
    queue.add(() -> done.add(2));
    assertThat(done).isEmpty();
    assertThat(threads).hasSize(1);
    threads.remove().run();
    assertThat(done).containsExactly(1, 2);
    queue.add(() -> done.add(3));
    assertThat(threads).hasSize(1);
  }

  @Test
  void theFirstFailureIsReportedAndIsTheLastStep() {
    queue.add(
        () -> {
          throw new JMSException("gone");
        });
    queue.add(() -> done.add(2));
    threads.remove().run();
    assertThat(failures).singleElement().extracting(Throwable::getMessage).isEqualTo("gone");
    assertThat(done).isEmpty();
  }

  /** Else its messages would stand as never acknowledged, by the broker. */
  @Test
  void anErrorOfTheLibraryIsAFailureToo() {
    queue.add(
        () -> {
          throw new NoClassDefFoundError("com/example/Frame");
        });
    threads.remove().run();
    assertThat(failures).singleElement().isInstanceOf(NoClassDefFoundError.class);
  }

  @Test
  void aQueueThatIsClosedBeginsNothingAndReportsNothing() {
    queue.add(
        () -> {
          queue.close();
          throw new JMSException("of the connection that was given up");
        });
    queue.add(() -> done.add(2));
    threads.remove().run();
    assertThat(failures).isEmpty();
    assertThat(done).isEmpty();
  }

  @Test
  void whoWaitsForItsEndGoesOnWhenAllIsDoneOrItIsClosed() throws Exception {
    queue.awaitEmpty();
    queue.add(() -> done.add(1));
    CompletableFuture<Void> waiting =
        CompletableFuture.runAsync(
            () -> {
              try {
                queue.awaitEmpty();
              } catch (JMSException e) {
                throw new IllegalStateException(e);
              }
            });
    threads.remove().run();
    waiting.get(5, TimeUnit.SECONDS);
    assertThat(done).containsExactly(1);
    queue.add(() -> done.add(2));
    queue.close();
    queue.awaitEmpty();
  }
}
