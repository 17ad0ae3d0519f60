package io.brokerbench.core.network;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;

/**
 * One direction of one connection: bytes under way, with the instants at which they arrive.
 * Confined to the relay's thread.
 */
final class RelayPipe {

  /** Bytes under way beyond which no more are read: the sender has to wait. */
  private static final int MOST_BYTES = 4 << 20;

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final RelayLink link;
  private final SelectionKey from;
  private final SelectionKey to;
  private final ArrayDeque<Chunk> underWay = new ArrayDeque<>();
  private int bytes;
  private long lastArrival = Long.MIN_VALUE;
  private boolean ended;

  /** Bytes, or the end of the sender. */
  private record Chunk(long arrival, ByteBuffer content, boolean isEnd) {}

  RelayPipe(RelayLink link, SelectionKey from, SelectionKey to) {
    this.link = link;
    this.from = from;
    this.to = to;
  }

  /**
   * Takes what the sender has written.
   *
   * @param buffer to read with
   * @return whether something is under way now where nothing was before
   */
  boolean read(long now, ByteBuffer buffer) throws IOException {
    boolean wasEmpty = underWay.isEmpty();
    int count = ((SocketChannel) from.channel()).read(buffer.clear());
    if (count < 0) {
      from.interestOpsAnd(~SelectionKey.OP_READ);
      add(now, NOTHING, true);
    } else if (count > 0) {
      ByteBuffer content = ByteBuffer.allocate(count).put(buffer.flip()).flip();
      add(now, content, false);
    }
    if (bytes > MOST_BYTES) {
      from.interestOpsAnd(~SelectionKey.OP_READ);
    }
    return wasEmpty && !underWay.isEmpty();
  }

  private void add(long now, ByteBuffer content, boolean isEnd) {
    lastArrival = link.arrival(now, content.remaining(), lastArrival);
    bytes += content.remaining();
    underWay.add(new Chunk(lastArrival, content, isEnd));
  }

  /** When the next bytes arrive; there must be some. */
  long nextArrival() {
    return underWay.getFirst().arrival;
  }

  /**
   * Hands the receiver what has arrived.
   *
   * @return whether more is under way; not while the receiver takes nothing, until {@link #resume}
   */
  boolean deliver(long now) throws IOException {
    SocketChannel receiver = (SocketChannel) to.channel();
    while (!underWay.isEmpty() && underWay.getFirst().arrival - now <= 0) {
      ByteBuffer content = underWay.getFirst().content;
      if (underWay.getFirst().isEnd) {
        receiver.shutdownOutput();
        ended = true;
      } else {
        bytes -= receiver.write(content);
        if (content.hasRemaining()) {
          to.interestOpsOr(SelectionKey.OP_WRITE);
          return false;
        }
        if (bytes <= MOST_BYTES / 2 && !hasEnd()) {
          from.interestOpsOr(SelectionKey.OP_READ);
        }
      }
      underWay.removeFirst();
    }
    return !underWay.isEmpty();
  }

  /** Whether nothing is under way. */
  boolean isEmpty() {
    return underWay.isEmpty();
  }

  /** Whether the sender has ended. */
  boolean hasEnd() {
    return ended || (!underWay.isEmpty() && underWay.getLast().isEnd);
  }

  /** The receiver takes bytes again. @return whether there are some */
  boolean resume() {
    to.interestOpsAnd(~SelectionKey.OP_WRITE);
    return !underWay.isEmpty();
  }

  /** Whether the sender has ended, and the receiver knows. */
  boolean isDone() {
    return ended;
  }
}
