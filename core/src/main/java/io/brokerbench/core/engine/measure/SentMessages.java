package io.brokerbench.core.engine.measure;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.brokerbench.core.base.CompactNumbers;
import io.brokerbench.core.base.MessageHeader;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * How many messages each publisher of a run has sent, and which of them were never acknowledged:
 * what a worker's ledger must know of publishers that send in other workers. Immutable; adding is
 * associative. Memory is eight bytes for each publisher, and for each unacknowledged message.
 */
public final class SentMessages implements PublishedMessages {

  private final long[] counts;

  /** Publisher and sequence, as the second word of a message's header has them; ascending. */
  private final long[] unacknowledged;

  private final long longestSendDelayNanos;

  private SentMessages(long[] counts, long[] unacknowledged, long longestSendDelayNanos) {
    this.longestSendDelayNanos = longestSendDelayNanos;
    this.counts = counts;
    this.unacknowledged = unacknowledged;
    Arrays.sort(this.unacknowledged);
  }

  /**
   * What some publishers sent.
   *
   * @param counts by publisher, from 0; those of other workers have 0
   * @param unacknowledged the messages without an acknowledgement, as {@link MessageHeader#word1}
   * @param longestSendDelayNanos of the messages that were sent
   */
  public static SentMessages of(long[] counts, long[] unacknowledged, long longestSendDelayNanos) {
    return new SentMessages(counts.clone(), unacknowledged.clone(), longestSendDelayNanos);
  }

  /** Nothing. */
  public static SentMessages none() {
    return of(new long[0], new long[0], 0);
  }

  @JsonCreator
  static SentMessages parse(
      @JsonProperty("counts") String counts,
      @JsonProperty("unacknowledged") String messages,
      @JsonProperty("longestSendDelayNanos") long longestSendDelayNanos) {
    return new SentMessages(
        CompactNumbers.decode(counts), CompactNumbers.decode(messages), longestSendDelayNanos);
  }

  @JsonProperty("counts")
  String counts() {
    return CompactNumbers.encode(counts);
  }

  @JsonProperty("unacknowledged")
  String unacknowledged() {
    return CompactNumbers.encode(unacknowledged);
  }

  /** The longest send delay of all messages that were sent. */
  @JsonProperty("longestSendDelayNanos")
  public long longestSendDelayNanos() {
    return longestSendDelayNanos;
  }

  @Override
  public long sent(int publisher) {
    return publisher < counts.length ? counts[publisher] : 0;
  }

  @Override
  public boolean isUnacknowledged(int publisher, long sequence) {
    return Arrays.binarySearch(unacknowledged, MessageHeader.word1(publisher, sequence)) >= 0;
  }

  @Override
  public void forEachUnacknowledged(MessageVisitor visitor) {
    for (long message : unacknowledged) {
      visitor.visit(MessageHeader.publisherId(message), MessageHeader.sequence(message));
    }
  }

  /** Of both workers together. */
  public SentMessages plus(SentMessages other) {
    int length = Math.max(counts.length, other.counts.length);
    long[] sums = IntStream.range(0, length).mapToLong(i -> sent(i) + other.sent(i)).toArray();
    long[] both =
        Arrays.copyOf(unacknowledged, unacknowledged.length + other.unacknowledged.length);
    System.arraycopy(
        other.unacknowledged, 0, both, unacknowledged.length, other.unacknowledged.length);
    return new SentMessages(
        sums, both, Math.max(longestSendDelayNanos, other.longestSendDelayNanos));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SentMessages that
        && Arrays.equals(counts, that.counts)
        && Arrays.equals(unacknowledged, that.unacknowledged)
        && longestSendDelayNanos == that.longestSendDelayNanos;
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(counts) + Arrays.hashCode(unacknowledged);
  }

  @Override
  public String toString() {
    return "%d of %d publishers, %d unacknowledged"
        .formatted(Arrays.stream(counts).sum(), counts.length, unacknowledged.length);
  }
}
