package io.brokerbench.containers.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.StartPatience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartWaitTest {

  private static final Duration SILENCE = Duration.ofSeconds(60);

  @TempDir private Path folder;
  private final AtomicLong now = new AtomicLong(7);
  private final List<String> said = new ArrayList<>();
  private Duration cpu = Duration.ZERO;
  private ProcessLog log;

  @BeforeEach
  void startLog() {
    log = new ProcessLog(folder.resolve("broker.log"), true);
  }

  @Test
  void aBrokerThatGoesOnWithItsLogIsWaitedFor() throws IOException {
    StartWait wait = waiting(Optional.empty());
    for (int second = 0; second < 500; second += 50) {
      print("replaying segment " + second);
      assertThat(isOverAfter(wait, 50)).isFalse();
    }
    assertThat(isOverAfter(wait, 61)).isTrue();
    assertThat(wait.tooLong()).isEqualTo("Artemis was not ready within 561 s");
  }

  /** As on a busy machine, where a JVM needs minutes for its first line. */
  @Test
  void aBrokerThatWorksInSilenceIsWaitedFor() {
    StartWait wait = waiting(Optional.empty());
    for (int second = 0; second < 500; second += 50) {
      cpu = cpu.plusMillis(500);
      assertThat(isOverAfter(wait, 50)).isFalse();
    }
    cpu = cpu.plusMillis(499);
    assertThat(isOverAfter(wait, 61)).isTrue();
    assertThat(said).contains("Artemis has been starting for 50 s");
  }

  @Test
  void aLimitHoldsHoweverMuchItWorks() {
    StartWait wait = waiting(Optional.of(Duration.ofSeconds(100)));
    cpu = Duration.ofSeconds(100);
    assertThat(isOverAfter(wait, 101)).isTrue();
  }

  @Test
  void aBrokerThatPrintsForEverIsNotWaitedForMoreThanTenMinutes() throws IOException {
    StartWait wait = waiting(Optional.empty());
    for (int second = 0; second < 600; second += 30) {
      print("trying again " + second);
      assertThat(isOverAfter(wait, 30)).isFalse();
    }
    assertThat(isOverAfter(wait, 1)).isTrue();
  }

  @Test
  void aLimitHoldsWhateverItPrints() throws IOException {
    StartWait wait = waiting(Optional.of(Duration.ofSeconds(100)));
    assertThat(isOverAfter(wait, 100)).isFalse();
    print("nearly there");
    assertThat(isOverAfter(wait, 1)).isTrue();
  }

  @Test
  void aLongStartIsToldWithTheLastLineLessAndLessOften() throws IOException {
    StartWait wait = waiting(Optional.empty());
    print("recovering");
    for (int second = 0; second < 30; second++) {
      wait.isOver(log);
      isOverAfter(wait, 1);
    }
    assertThat(said)
        .containsExactly(
            "Artemis has been starting for 5 s: recovering",
            "Artemis has been starting for 10 s: recovering",
            "Artemis has been starting for 20 s: recovering");
  }

  @Test
  void aLimitHasLimits() {
    assertThatThrownBy(() -> waiting(Optional.of(Duration.ZERO)))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("startTimeout 0s: between 1s and 1h");
  }

  private StartWait waiting(Optional<Duration> limit) {
    return new StartWait(
        now::get, new StartPatience(limit, said::add), SILENCE, "Artemis", () -> cpu);
  }

  private boolean isOverAfter(StartWait wait, int seconds) {
    now.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
    return wait.isOver(log);
  }

  private void print(String line) throws IOException {
    Files.writeString(
        log.file(), line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
