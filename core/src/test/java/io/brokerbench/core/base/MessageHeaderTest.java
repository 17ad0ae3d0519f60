package io.brokerbench.core.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MessageHeaderTest {

  private static final long NONCE = 0x5eed_0fa2_b4d1L;

  @Property
  void whatIsWrittenIsReadAgain(
      @ForAll long nonce,
      @ForAll long intended,
      @ForAll int publisher,
      @ForAll @LongRange(min = 0, max = MessageHeader.MAX_SEQUENCE) long sequence,
      @ForAll @LongRange(min = 0, max = 0xFFFF_FFFFL) long delayMicros,
      @ForAll @IntRange(min = MessageHeader.BYTES) int bytes) {
    long word1 = MessageHeader.word1(publisher, sequence);
    long word2 = MessageHeader.word2(nonce, intended, word1, delayMicros * 1_000, bytes);

    assertThat(MessageHeader.publisherId(word1)).isEqualTo(publisher);
    assertThat(MessageHeader.sequence(word1)).isEqualTo(sequence);
    assertThat(MessageHeader.sendDelayNanos(word2)).isEqualTo(delayMicros * 1_000);
    assertThat(MessageHeader.isValid(nonce, intended, word1, word2, bytes)).isTrue();
  }

  @Property
  void aFlippedBitInAnyWordIsDetected(
      @ForAll long intended,
      @ForAll int publisher,
      @ForAll @LongRange(min = 0, max = MessageHeader.MAX_SEQUENCE) long sequence,
      @ForAll @IntRange(max = 63) int bit) {
    long word1 = MessageHeader.word1(publisher, sequence);
    long word2 = MessageHeader.word2(NONCE, intended, word1, 250_000, 32);
    long flip = 1L << bit;

    assertThat(MessageHeader.isValid(NONCE, intended ^ flip, word1, word2, 32)).isFalse();
    assertThat(MessageHeader.isValid(NONCE, intended, word1 ^ flip, word2, 32)).isFalse();
    assertThat(MessageHeader.isValid(NONCE, intended, word1, word2 ^ flip, 32)).isFalse();
  }

  @Test
  void ofAMillionChangesOfAnyKindNoneIsTakenForOurs() {
    SplittableRandom random = new SplittableRandom(11);
    int undetected = 0;
    for (int i = 0; i < 200_000; i++) {
      long word0 = random.nextLong(1L << 48);
      long word1 = MessageHeader.word1(random.nextInt(1_000), random.nextInt(1_000_000));
      long word2 = MessageHeader.word2(NONCE, word0, word1, random.nextInt(1_000_000), 32);
      long flip = 1L << random.nextInt(64);
      undetected += MessageHeader.isValid(NONCE, word0 ^ flip, word1, word2, 32) ? 1 : 0;
      undetected += MessageHeader.isValid(NONCE, word0, word1 ^ flip, word2, 32) ? 1 : 0;
      undetected += MessageHeader.isValid(NONCE, word0, word1, word2 ^ flip, 32) ? 1 : 0;
      undetected +=
          MessageHeader.isValid(NONCE, word0, word1, word2, 33 + random.nextInt(1 << 20)) ? 1 : 0;
      undetected += MessageHeader.isValid(NONCE + 1 + i, word0, word1, word2, 32) ? 1 : 0;
    }
    // 32 bits of checksum: one in 4 billion goes unseen, so of a million none, at 99.98 %
    assertThat(undetected).isZero();
  }

  @Test
  void aPayloadOfZeroesIsNotOurs() {
    int taken = 0;
    for (long nonce = 1; nonce <= 100_000; nonce++) {
      taken += MessageHeader.isValid(nonce, 0, 0, 0, 32) ? 1 : 0;
    }
    assertThat(taken).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "499, 0",
    "500, 1000",
    "1499, 1000",
    "-1, 0",
    "-5000000, 0",
    "-9223372036854775808, 0",
    "4294967295000, 4294967295000",
    "4294967296000, 4294967295000",
    "9223372036854775307, 4294967295000"
  })
  void theSendDelayIsRoundedToMicrosecondsAndHeldInItsField(long nanos, long read) {
    long word1 = MessageHeader.word1(1, 2);
    long word2 = MessageHeader.word2(NONCE, 3, word1, nanos, 32);

    assertThat(MessageHeader.sendDelayNanos(word2)).isEqualTo(read);
    assertThat(MessageHeader.isValid(NONCE, 3, word1, word2, 32)).isTrue();
  }
}
