package io.brokerbench.core.engine.lane;

import java.util.ArrayList;
import java.util.List;

/**
 * How far a lane's publishers had come at some instants: for a load without a schedule, when each
 * message was sent, to the distance of two marks. Keeps a bounded number of readings, and marks
 * less often where they are full. Confined to the lane's thread while it sends.
 */
final class SendProgressLog {

  private static final int MAX_READINGS = 1 << 20;

  private final PublisherSlot[] slots;

  /** Of each mark: its instant, and then the next message of each slot. */
  private final List<long[]> marks = new ArrayList<>();

  private long intervalNanos = 100_000_000;
  private long due;

  SendProgressLog(PublisherSlot[] slots, long startNanos) {
    this.slots = slots;
    this.due = startNanos;
  }

  /** Marks where it is time to. */
  void look(long now) {
    if (now - due < 0) {
      return;
    }
    long[] mark = new long[1 + slots.length];
    mark[0] = now;
    for (int i = 0; i < slots.length; i++) {
      mark[1 + i] = slots[i].next;
    }
    marks.add(mark);
    if ((long) marks.size() * slots.length > MAX_READINGS) {
      for (int i = marks.size() - 2; i > 0; i -= 2) {
        marks.remove(i);
      }
      intervalNanos *= 2;
    }
    due = now + intervalNanos;
  }

  /**
   * The earliest instant at which a message is known to have been sent.
   *
   * @param slot position of its publisher among the lane's
   * @param otherwise where no mark shows it
   */
  long sentBy(int slot, long sequence, long otherwise) {
    int low = 0;
    int high = marks.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (marks.get(middle)[1 + slot] > sequence) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low == marks.size() ? otherwise : marks.get(low)[0];
  }
}
