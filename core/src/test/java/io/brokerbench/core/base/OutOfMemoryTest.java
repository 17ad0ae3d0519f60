package io.brokerbench.core.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.junit.jupiter.api.Test;

class OutOfMemoryTest {

  private final OutOfMemoryError error = new OutOfMemoryError("Java heap space");

  @Test
  void itIsFoundBelowWhatWrapsIt() {
    assertThat(OutOfMemory.in(new IllegalStateException("lane", new RuntimeException(error))))
        .contains("out of memory: Java heap space");
    RuntimeException closing = new RuntimeException("first");
    closing.addSuppressed(error);
    assertThat(OutOfMemory.in(closing)).isPresent();
  }

  /** The JVM throws one object again and again, which cannot be suppressed by itself. */
  @Test
  void itIsFoundWhereClosingThrewTheSameErrorAgain() {
    Throwable thrown =
        catchThrowable(
            () -> {
              try (Failing alike = new Failing()) {
                alike.fail();
              }
            });
    assertThat(thrown).hasMessageContaining("Self-suppression");
    assertThat(OutOfMemory.in(thrown)).contains("out of memory: Java heap space");
  }

  /** What cannot be closed for want of memory. */
  private final class Failing implements AutoCloseable {
    void fail() {
      throw error;
    }

    @Override
    public void close() {
      fail();
    }
  }

  @Test
  void otherErrorsAreNot() {
    RuntimeException one = new RuntimeException("one");
    RuntimeException two = new RuntimeException("two", one);
    one.initCause(two);
    assertThat(OutOfMemory.in(one)).isEmpty();
    assertThat(OutOfMemory.orText(new StackOverflowError("deep"))).contains("deep");
    assertThat(OutOfMemory.isSaidBy("a lane failed: out of memory: Java heap space")).isTrue();
    assertThat(OutOfMemory.isSaidBy(null)).isFalse();
  }
}
