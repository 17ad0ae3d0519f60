package io.brokerbench.core.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunNoncesTest {

  private static final int BYTES = 32;

  /** Topics and client ids are called after the lower 32 bits. */
  @Test
  void noTwoRunsHaveOneName() {
    RunNonces nonces = new RunNonces();
    Iterator<Long> drawn = List.of(7L, 7L | 1L << 40, 8L).iterator();
    assertThat(nonces.add(drawn::next)).isEqualTo(7);
    assertThat(nonces.add(drawn::next)).isEqualTo(8);
  }

  @Test
  void aMessageIsOfTheRunWhoseNonceIsInItsChecksum() {
    RunNonces nonces = new RunNonces();
    nonces.add(() -> 1L);
    nonces.add(() -> 2L);
    long word1 = MessageHeader.word1(3, 4);
    long ofFirst = MessageHeader.word2(1, 5, word1, 0, BYTES);
    long ofNone = MessageHeader.word2(9, 5, word1, 0, BYTES);
    assertThat(nonces.isOfAnother(2, 5, word1, ofFirst, BYTES)).isTrue();
    assertThat(nonces.isOfAnother(1, 5, word1, ofFirst, BYTES)).isFalse();
    assertThat(nonces.isOfAnother(2, 5, word1, ofNone, BYTES)).isFalse();
    assertThat(nonces.isOfAnother(2, 5, word1, ofFirst, BYTES + 1)).isFalse();
  }
}
