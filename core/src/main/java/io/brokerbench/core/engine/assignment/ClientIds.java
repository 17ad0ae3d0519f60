package io.brokerbench.core.engine.assignment;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.brokerbench.core.base.CompactNumbers;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Ids of publishers, or of consumers: ascending, each once. Immutable; short as JSON. */
public final class ClientIds {

  private final int[] ids;

  private ClientIds(int[] ids) {
    this.ids = ids;
  }

  /** Those from 0 to below a count. */
  public static ClientIds below(int count) {
    return new ClientIds(IntStream.range(0, count).toArray());
  }

  /** Some ids, which must ascend. */
  public static ClientIds of(IntStream ascending) {
    return new ClientIds(ascending.toArray());
  }

  @JsonCreator
  static ClientIds parse(String text) {
    return of(Arrays.stream(CompactNumbers.decode(text)).mapToInt(Math::toIntExact));
  }

  /** As {@link CompactNumbers}. */
  @JsonValue
  String text() {
    return CompactNumbers.encode(Arrays.stream(ids).asLongStream().toArray());
  }

  /** How many there are. */
  public int size() {
    return ids.length;
  }

  /** The id at a position, from 0. */
  public int id(int position) {
    return ids[position];
  }

  /** Whether an id is among them. */
  public boolean contains(int id) {
    return Arrays.binarySearch(ids, id) >= 0;
  }

  /** All of them. */
  public int[] toArray() {
    return ids.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ClientIds that && Arrays.equals(ids, that.ids);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(ids);
  }

  @Override
  public String toString() {
    return ids.length == 0 ? "none" : ids.length + " from " + ids[0] + " to " + ids[ids.length - 1];
  }
}
