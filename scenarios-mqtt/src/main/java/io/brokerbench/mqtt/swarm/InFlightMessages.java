package io.brokerbench.mqtt.swarm;

import java.util.Arrays;

/**
 * A publisher's messages that wait for their acknowledgement, by packet identifier.
 *
 * <p>Memory grows with what is really in flight. Allocates nothing once it has grown. There are
 * always some identifiers more than messages, but close to the most that there can be, and the one
 * that has been free for longest is the next: an acknowledgement that a broker repeats is not one
 * of the next message.
 *
 * <p>After a reconnect they are sent again, as many at a time as the window allows.
 */
public final class InFlightMessages {

  private static final int SMALLEST = 4;

  /** Identifiers that are free beside the next one. */
  private static final int SPARE = 4;

  private static final int HIGHEST_ID = 65_535;
  private static final int[] NONE = {};

  private final int limit;
  private final int mostIds;
  private int capacity;
  private int size;
  private int window;

  /** A ring of the slots that are free, from the one that is next. */
  private int[] free;

  private int nextFree;

  /** Identifiers that are to be sent again on this connection, in order. */
  private int[] again = NONE;

  private int nextAgain;
  private long[] sequences;
  private long[][] words;
  private boolean[] released;

  /**
   * An empty one.
   *
   * @param limit most messages in flight, 1 to 65535
   */
  public InFlightMessages(int limit) {
    this.limit = limit;
    this.window = limit;
    this.mostIds = Math.min(HIGHEST_ID, limit + SPARE);
    grow(SMALLEST);
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
    if (capacity - size <= SPARE && capacity < mostIds) {
      grow(Math.min(mostIds, capacity * 2));
    }
    int slot = free[nextFree];
    nextFree = nextFree + 1 == capacity ? 0 : nextFree + 1;
    size++;
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
    int last = nextFree + capacity - size; // the place behind those that are free
    free[last < capacity ? last : last - capacity] = packetId - 1;
    size--;
  }

  /** None is in flight any more. */
  public void clear() {
    for (int packetId : inOrder()) {
      remove(packetId);
    }
  }

  /** All that are in flight are to be sent again, on another connection. */
  public void beginAgain() {
    again = inOrder();
    nextAgain = 0;
  }

  /**
   * Takes the next one that is to be sent again.
   *
   * @return its packet identifier; 0 if there is none, or the window has no room for it
   */
  public int takeAgain() {
    while (nextAgain < again.length) {
      if (size - (again.length - nextAgain) >= window) {
        return 0;
      }
      int packetId = again[nextAgain++];
      if (contains(packetId)) {
        return packetId;
      }
    }
    again = NONE;
    nextAgain = 0;
    return 0;
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

  /** Adds slots, behind those that are free. */
  private void grow(int newCapacity) {
    int old = capacity;
    int wasFree = old - size;
    int[] ring = new int[newCapacity];
    for (int i = 0; i < wasFree; i++) {
      ring[i] = free[(nextFree + i) % old];
    }
    capacity = newCapacity;
    free = ring;
    nextFree = 0;
    sequences = old == 0 ? new long[newCapacity] : Arrays.copyOf(sequences, newCapacity);
    words = old == 0 ? new long[3][] : words;
    for (int i = 0; i < words.length; i++) {
      words[i] = old == 0 ? new long[newCapacity] : Arrays.copyOf(words[i], newCapacity);
    }
    released = old == 0 ? new boolean[newCapacity] : Arrays.copyOf(released, newCapacity);
    for (int slot = old; slot < newCapacity; slot++) {
      free[wasFree + slot - old] = slot;
      sequences[slot] = -1;
    }
  }
}
