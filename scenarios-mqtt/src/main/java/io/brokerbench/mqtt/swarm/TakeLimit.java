package io.brokerbench.mqtt.swarm;

import io.brokerbench.core.storm.SlowConsumers.Withheld;
import java.util.Arrays;

/**
 * How much a slow subscriber may take, and the acknowledgements that it withholds. Confined to its
 * lane's thread; allocates only as the acknowledgements become more than ever before.
 */
final class TakeLimit {

  private final boolean ofReads;
  private long allowed = Long.MAX_VALUE;
  private long taken;

  /** A ring of packet identifiers, with the packet that answers each in the upper half. */
  private int[] withheld = new int[64];

  private int first;
  private int size;

  TakeLimit(Withheld what) {
    ofReads = what == Withheld.READS;
  }

  /** Allows a number of messages in all, counted from the first time on. */
  void allow(long messages) {
    if (allowed == Long.MAX_VALUE) {
      taken = 0;
    }
    allowed = messages;
  }

  /** Whether it reads now. */
  boolean reads() {
    return !ofReads || taken < allowed;
  }

  /** A message was read. */
  void onRead() {
    taken += ofReads ? 1 : 0;
  }

  /**
   * A message is to be acknowledged.
   *
   * @return whether it is now; else it waits
   */
  boolean acknowledges(int answer, int packetId) {
    if (ofReads || (size == 0 && taken < allowed)) {
      taken += ofReads ? 0 : 1;
      return true;
    }
    if (size == withheld.length) {
      withheld = Arrays.copyOf(withheld, 2 * size);
      System.arraycopy(withheld, 0, withheld, size, first);
    }
    withheld[(first + size++) % withheld.length] = answer << 16 | packetId;
    return false;
  }

  /** Takes an acknowledgement that may be given by now; -1 if there is none. */
  int takeAcknowledgement() {
    if (size == 0 || taken >= allowed) {
      return -1;
    }
    int next = withheld[first];
    first = (first + 1) % withheld.length;
    size--;
    taken++;
    return next;
  }

  /** What was not acknowledged on the last connection comes again. */
  void onAccepted() {
    first = 0;
    size = 0;
  }
}
