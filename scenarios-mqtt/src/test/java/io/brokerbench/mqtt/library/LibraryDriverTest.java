package io.brokerbench.mqtt.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.Lane;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.scenario.Protocol;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Delayed;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What no driver's kit sees: the threads of lanes, and their end. */
class LibraryDriverTest {

  private static final long HOUR = Duration.ofHours(1).toNanos();

  private final DriverWithoutLinks driver = new DriverWithoutLinks();

  @AfterEach
  void close() {
    driver.close();
  }

  private static Thread threadOf(Lane lane) throws Exception {
    CompletableFuture<Thread> thread = new CompletableFuture<>();
    lane.execute(() -> thread.complete(Thread.currentThread()));
    return thread.get(20, TimeUnit.SECONDS);
  }

  @Test
  void eachLaneHasAThreadOfItsOwnThatEndsWithTheDriver() throws Exception {
    Thread first = threadOf(driver.lanes().get(0));
    Thread second = threadOf(driver.lanes().get(1));
    assertThat(List.of(first.getName(), second.getName())).containsExactly("it-0", "it-1");

    driver.close();

    assertThat(List.of(first, second)).noneMatch(Thread::isAlive);
  }

  @Test
  void anInterruptedCloseEndsAllLanesAndIsPassedOn() throws Exception {
    Thread second = threadOf(driver.lanes().get(1));

    Thread.currentThread().interrupt();
    driver.close();

    assertThat(Thread.interrupted()).isTrue();
    second.join();
  }

  @Test
  void whatALibraryReportsAfterTheEndIsIgnored() {
    LibraryLane lane = (LibraryLane) driver.lanes().get(0);
    driver.close();

    assertThatCode(() -> lane.handOver(() -> {})).doesNotThrowAnyException();
  }

  @Test
  void aTaskThatFailsLeavesTheLaneItsThread() throws Exception {
    Lane lane = driver.lanes().get(0);
    Thread before = threadOf(lane);
    lane.execute(
        () -> {
          throw new IllegalStateException("of a test");
        });

    assertThat(threadOf(lane)).isSameAs(before);
  }

  @Test
  void aLaneHasOneTimedTaskWhichALaterOneReplaces() throws Exception {
    Lane lane = driver.lanes().get(0);
    CompletableFuture<String> ran = new CompletableFuture<>();
    lane.execute(
        () -> {
          lane.executeAt(NanoClock.SYSTEM.nanoTime() + HOUR, () -> ran.complete("earlier"));
          lane.executeAt(NanoClock.SYSTEM.nanoTime() - HOUR, () -> ran.complete("later"));
        });

    assertThat(ran.get(20, TimeUnit.SECONDS)).isEqualTo("later");
    BlockingQueue<Runnable> left =
        ((ScheduledThreadPoolExecutor) ((LibraryLane) lane).executor()).getQueue();
    assertThat(left).allMatch(task -> task instanceof Delayed && ((Future<?>) task).isCancelled());
  }

  /** A driver of two lanes. */
  private static final class DriverWithoutLinks extends LibraryDriver {

    DriverWithoutLinks() {
      super(
          "it",
          DriverSettings.of(
                  Target.of(Endpoint.mqtt("127.0.0.1", 1883)), Protocol.MQTT_5, NanoClock.SYSTEM)
              .withLanes(2),
          threads -> new ScheduledThreadPoolExecutor(1, threads));
    }

    @Override
    protected Link link(LinkSettings settings, Optional<PublisherSpec> publisher) {
      throw new UnsupportedOperationException("no client is made");
    }

    @Override
    public String transport() {
      return "none";
    }
  }
}
