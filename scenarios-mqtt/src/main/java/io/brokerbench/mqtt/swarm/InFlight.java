package io.brokerbench.mqtt.swarm;

import java.util.Arrays;

/**
 * A publisher's messages that wait for their acknowledgement, by packet identifier.
 *
 * <p>Identifiers count from 1 to the window; memory grows with what is really in flight. Allocates
 * nothing once it has grown.
 */
public final class InFlight {

  private static final int SMALLEST = 4;

  private final int limit;
  private int capacity;
  private int size;
  private int window;
  private int[] free;
  private long[] sequences;
  private long[][] words;
  private boolean[] released;

  /**
   * An empty one.
   *
   * @param limit most messages in flight, 1 to 65535
   */
  public InFlight(int limit) {
    this.limit = limit;
    this.window = limit;
    grow(Math.min(SMALLEST, limit));
  }

  /** Makes the window smaller than its limit, as a broker's Receive Maximum does. */
  public void narrow(int receiveMaximum) {
    window = Math.min(limit, receiveMaximum);
  }

  public boolean isFull() {
    return size >= window;
  }

  public int size() {
    return size;
  }

  /** Takes a message; returns its packet identifier. Must not be full. */
  public int add(long sequence, long word0, long word1, long word2) {
    if (size == capacity) {
      grow(Math.min(limit, capacity * 2));
    }
    int slot = free[size++];
    sequences[slot] = sequence;
    words[0][slot] = word0;
    words[1][slot] = word1;
    words[2][slot] = word2;
    released[slot] = false;
    return slot + 1;
  }

  /** Whether a message with this identifier is in flight. */
  public boolean contains(int packetId) {
    return packetId >= 1 && packetId <= capacity && sequences[packetId - 1] >= 0;
  }

  public long sequence(int packetId) {
    return sequences[packetId - 1];
  }

  public long word(int index, int packetId) {
    return words[index][packetId - 1];
  }

  /** Marks that the broker has received it, and only its release is to be confirmed (QoS 2). */
  public void release(int packetId) {
    released[packetId - 1] = true;
  }

  public boolean isReleased(int packetId) {
    return released[packetId - 1];
  }

  public void remove(int packetId) {
    sequences[packetId - 1] = -1;
    free[--size] = packetId - 1;
  }

  /** The identifiers in flight, in the order in which their messages were sent first. */
  public int[] inOrder() {
    return java.util.stream.IntStream.rangeClosed(1, capacity)
        .filter(this::contains)
        .boxed()
        .sorted(java.util.Comparator.comparingLong(this::sequence))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private void grow(int newCapacity) {
    int old = capacity;
    capacity = newCapacity;
    free = old == 0 ? new int[newCapacity] : Arrays.copyOf(free, newCapacity);
    sequences = old == 0 ? new long[newCapacity] : Arrays.copyOf(sequences, newCapacity);
    words = old == 0 ? new long[3][] : words;
    for (int i = 0; i < words.length; i++) {
      words[i] = old == 0 ? new long[newCapacity] : Arrays.copyOf(words[i], newCapacity);
    }
    released = old == 0 ? new boolean[newCapacity] : Arrays.copyOf(released, newCapacity);
    for (int slot = old; slot < newCapacity; slot++) {
      free[slot] = slot;
      sequences[slot] = -1;
    }
  }
}
