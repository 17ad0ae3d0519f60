package io.brokerbench.mqtt.paho;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class PahoThreadsTest {

  private final PahoThreads threads = new PahoThreads();

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  /** Tasks that meet here run at the same time. */
  private static Callable<String> meetingAt(CyclicBarrier barrier) {
    return () -> {
      barrier.await(10, TimeUnit.SECONDS);
      return Thread.currentThread().getName();
    };
  }

  @Test
  void eachTaskThatIsSubmittedHasAThreadOfItsOwn() throws Exception {
    CyclicBarrier barrier = new CyclicBarrier(3);
    Callable<String> task = meetingAt(barrier);
    Future<String> callable = threads.submit(task);
    Future<String> runnable =
        threads.submit(
            () -> {
              try {
                task.call();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            },
            "done");
    assertThat(task.call()).isEqualTo(Thread.currentThread().getName());
    assertThat(callable.get()).isEqualTo(PahoThreads.NAME);
    assertThat(runnable.get()).isEqualTo("done");
  }

  @Test
  void tasksThatAreInvokedTogetherRunTogether() throws Exception {
    Callable<String> task = meetingAt(new CyclicBarrier(2));
    for (Future<String> each : threads.invokeAll(List.of(task, task))) {
      assertThat(each.get()).isEqualTo(PahoThreads.NAME);
    }
  }

  @Test
  void pingsShareOneThread() throws Exception {
    Callable<Thread> ping = Thread::currentThread;
    Thread first = threads.schedule(ping, 0, TimeUnit.MILLISECONDS).get();
    assertThat(first.getName()).isEqualTo("paho-pings");
    assertThat(threads.schedule(ping, 1, TimeUnit.MILLISECONDS).get()).isSameAs(first);
  }

  @Test
  void theEndIsWaitedForAndDropsPingsThatAreNotDue() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    Future<Boolean> task = threads.submit(() -> end.await(10, TimeUnit.SECONDS));
    Future<?> ping = threads.schedule(() -> {}, 1, TimeUnit.HOURS);
    threads.shutdown();

    assertThat(threads.isShutdown()).isTrue();
    assertThat(threads.awaitTermination(50, TimeUnit.MILLISECONDS)).isFalse();
    end.countDown();
    assertThat(threads.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    assertThat(task.get()).isTrue();
    assertThat(ping.isCancelled()).isTrue();
  }

  @Test
  void shutdownNowInterruptsTasks() throws Exception {
    threads.execute(
        () -> {
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    threads.shutdownNow();
    assertThat(threads.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
  }
}
