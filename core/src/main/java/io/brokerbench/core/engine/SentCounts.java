package io.brokerbench.core.engine;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.brokerbench.core.measure.CompactNumbers;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * How many messages each publisher of a run has sent: what a worker's ledger must know of
 * publishers that send in other workers. Immutable; adding is associative.
 */
final class SentCounts {

  private final long[] counts;

  private SentCounts(long[] counts) {
    this.counts = counts;
  }

  /** By publisher, from 0; those of other workers have 0. */
  static SentCounts of(long[] counts) {
    return new SentCounts(counts.clone());
  }

  @JsonCreator
  static SentCounts parse(String text) {
    return new SentCounts(CompactNumbers.decode(text));
  }

  @JsonValue
  String text() {
    return CompactNumbers.encode(counts);
  }

  /** Messages sent by a publisher. */
  long of(int publisher) {
    return publisher < counts.length ? counts[publisher] : 0;
  }

  /** Of both workers together. */
  SentCounts plus(SentCounts other) {
    int length = Math.max(counts.length, other.counts.length);
    return new SentCounts(IntStream.range(0, length).mapToLong(i -> of(i) + other.of(i)).toArray());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SentCounts that && Arrays.equals(counts, that.counts);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(counts);
  }

  @Override
  public String toString() {
    return Arrays.stream(counts).sum() + " of " + counts.length + " publishers";
  }
}
