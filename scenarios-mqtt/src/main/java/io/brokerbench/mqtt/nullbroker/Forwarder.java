package io.brokerbench.mqtt.nullbroker;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.ArrayList;
import java.util.List;

/**
 * Hands what publishers send to the subscribers in turn, and flushes once per turn of the loop.
 * While a subscriber takes no more, publishers aren't read. Confined to the loop's thread.
 */
@SuppressWarnings("FutureReturnValueIgnored") // writes report by the channel's events
final class Forwarder implements Runnable {

  private final List<Channel> subscribers = new ArrayList<>();
  private final List<Channel> paused = new ArrayList<>();
  private int next;
  private boolean flushPlanned;

  void add(Channel subscriber) {
    subscribers.add(subscriber);
  }

  void remove(Channel channel) {
    subscribers.remove(channel);
    paused.remove(channel);
  }

  /** Takes over whole packets, and the reference to them. */
  void forward(ByteBuf packets, Channel publisher) {
    if (subscribers.isEmpty()) {
      packets.release();
      return;
    }
    next = next + 1 < subscribers.size() ? next + 1 : 0;
    Channel subscriber = subscribers.get(next);
    subscriber.write(packets, subscriber.voidPromise());
    if (!subscriber.isWritable() && publisher.config().isAutoRead()) {
      publisher.config().setAutoRead(false);
      paused.add(publisher);
    }
    if (!flushPlanned) {
      flushPlanned = true;
      publisher.eventLoop().execute(this);
    }
  }

  /** Flushes all subscribers. */
  @Override
  public void run() {
    flushPlanned = false;
    for (Channel subscriber : subscribers) {
      subscriber.flush();
    }
  }

  /** A subscriber takes more again. */
  void onWritable() {
    for (Channel publisher : paused) {
      publisher.config().setAutoRead(true);
    }
    paused.clear();
  }
}
