package io.brokerbench.embedded.nullbroker;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;

/** One client of the null broker. */
@SuppressWarnings("FutureReturnValueIgnored") // writes and closes report by the channel's events
final class NullConnection extends ChannelInboundHandlerAdapter {

  private static final int CONNECT = 1;
  private static final int PUBLISH = 3;
  private static final int PUBACK = 4;
  private static final int PUBREC = 5;
  private static final int PUBREL = 6;
  private static final int PUBCOMP = 7;
  private static final int SUBSCRIBE = 8;
  private static final int UNSUBSCRIBE = 10;
  private static final int PINGREQ = 12;
  private static final int DISCONNECT = 14;

  /** First byte of a PUBLISH with QoS 0, neither a duplicate nor to be retained. */
  private static final int PLAIN_PUBLISH = 0x30;

  private static final int MQTT_3_1_1 = 4;
  private static final int UNACCEPTABLE_PROTOCOL = 1;

  private final ClientOutput outlet;
  private final SubscriptionIndex subscriptions;
  private final Set<String> filters = new HashSet<>(2);
  private BitSet unreleased;
  private TopicRoute route;
  private ByteBuf partial;

  /** Of the packet that {@link #isWhole} looked at: the index after its length, and its end. */
  private int body;

  private int end;

  NullConnection(ClientOutput outlet, SubscriptionIndex subscriptions) {
    this.outlet = outlet;
    this.subscriptions = subscriptions;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf in = (ByteBuf) message;
    if (partial != null) {
      ByteBuf joined = partial.writeBytes(in);
      in.release();
      partial = null;
      in = joined;
    }
    try {
      read(context, in);
      if (in.isReadable()) {
        partial = context.alloc().buffer(in.readableBytes()).writeBytes(in);
      }
    } catch (IndexOutOfBoundsException e) {
      context.close(); // a packet that is shorter than what it says it holds
    } finally {
      in.release();
    }
  }

  private void read(ChannelHandlerContext context, ByteBuf in) {
    int pieceStart = -1;
    TopicRoute pieceRoute = null;
    while (true) {
      int start = in.readerIndex();
      int first = isWhole(in, start) ? in.getUnsignedByte(start) : -1;
      TopicRoute to = first >> 4 == PUBLISH ? routeOf(in) : null;
      boolean asItIs = first == PLAIN_PUBLISH && to.isSingle();
      if (pieceStart >= 0 && (!asItIs || to != pieceRoute)) {
        forward(in.retainedSlice(pieceStart, start - pieceStart), pieceRoute);
        pieceStart = -1;
      }
      if (first < 0) {
        return;
      }
      if (asItIs && pieceStart < 0) {
        pieceStart = start;
        pieceRoute = to;
      } else if (to == null) {
        handle(context, first >> 4, in);
      } else if (!asItIs) {
        publish(in, first, to);
      }
      in.readerIndex(end);
    }
  }

  private TopicRoute routeOf(ByteBuf in) {
    int length = in.getUnsignedShort(body);
    if (route == null || !route.holds(subscriptions.version(), in, body + 2, length)) {
      route = TopicRoute.of(in, body + 2, length, subscriptions);
    }
    return route;
  }

  private void forward(ByteBuf packets, TopicRoute to) {
    ClientOutput receiver = to.groups().get(0).next().outlet();
    receiver.forward(packets);
    receiver.holdBack(outlet.channel());
  }

  private void publish(ByteBuf in, int first, TopicRoute to) {
    int qos = (first >> 1) & 3;
    int topicLength = 2 + in.getUnsignedShort(body);
    int rest = body + topicLength;
    if (qos > 0) {
      int id = in.getUnsignedShort(rest);
      rest += 2;
      outlet.acknowledge(qos == 1 ? PUBACK << 4 : PUBREC << 4, id);
      if (qos == 2 && !isNew(id)) {
        return;
      }
    }
    ByteBuf topic = in.slice(body, topicLength);
    ByteBuf payload = in.slice(rest, end - rest);
    for (SubscriberGroup group : to.groups()) {
      SubscriberGroup.Member member = group.next();
      member.outlet().deliver(Math.min(qos, member.qos()), topic, payload);
      member.outlet().holdBack(outlet.channel());
    }
  }

  /** Whether a message with QoS 2 is not one that came before and has not been released since. */
  private boolean isNew(int id) {
    unreleased = unreleased == null ? new BitSet() : unreleased;
    boolean known = unreleased.get(id);
    unreleased.set(id);
    return !known;
  }

  private void handle(ChannelHandlerContext context, int type, ByteBuf in) {
    switch (type) {
      case CONNECT -> connect(context, in);
      case PUBACK, PUBCOMP -> outlet.onAcknowledged();
      case PUBREC -> outlet.acknowledge((PUBREL << 4) | 2, in.getUnsignedShort(body));
      case PUBREL -> {
        int id = in.getUnsignedShort(body);
        if (unreleased != null) {
          unreleased.clear(id);
        }
        outlet.acknowledge(PUBCOMP << 4, id);
      }
      case SUBSCRIBE -> subscribe(in);
      case UNSUBSCRIBE -> unsubscribe(in);
      case PINGREQ -> outlet.answer(0xD0, 0);
      case DISCONNECT -> context.close();
      default -> context.close();
    }
  }

  private void connect(ChannelHandlerContext context, ByteBuf in) {
    int level = in.getByte(body + 2 + in.getUnsignedShort(body));
    if (level == MQTT_3_1_1) {
      outlet.answer(0x20, 2, 0, 0);
      return;
    }
    outlet.answer(0x20, 2, 0, UNACCEPTABLE_PROTOCOL);
    outlet.flush();
    context.close();
  }

  private void subscribe(ByteBuf in) {
    int id = in.getUnsignedShort(body);
    ByteBuf list = in.slice(body + 2, end - body - 2);
    int count = 0;
    int[] answer = new int[4 + list.readableBytes() / 3];
    while (list.isReadable()) {
      String filter = text(list);
      int qos = list.readByte() & 3;
      subscriptions.add(outlet, filter, qos);
      filters.add(filter);
      answer[4 + count++] = qos;
    }
    answer[0] = 0x90;
    answer[1] = 2 + count;
    answer[2] = id >> 8;
    answer[3] = id & 255;
    outlet.answer(Arrays.copyOf(answer, 4 + count));
  }

  private void unsubscribe(ByteBuf in) {
    ByteBuf list = in.slice(body + 2, end - body - 2);
    while (list.isReadable()) {
      String filter = text(list);
      subscriptions.remove(outlet, filter);
      filters.remove(filter);
    }
    outlet.acknowledge(0xB0, in.getUnsignedShort(body));
  }

  private static String text(ByteBuf in) {
    return in.readCharSequence(in.readUnsignedShort(), StandardCharsets.UTF_8).toString();
  }

  /** Whether a whole packet begins at an index; sets {@link #body} and {@link #end} if so. */
  private boolean isWhole(ByteBuf in, int start) {
    int limit = in.writerIndex();
    int length = 0;
    for (int i = start + 1, shift = 0; i < limit && shift < 28; i++, shift += 7) {
      byte digit = in.getByte(i);
      length |= (digit & 127) << shift;
      if (digit >= 0) {
        body = i + 1;
        end = body + length;
        return end <= limit;
      }
    }
    return false;
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    if (context.channel().isWritable()) {
      outlet.letGo();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    filters.forEach(filter -> subscriptions.remove(outlet, filter));
    outlet.close();
    if (partial != null) {
      partial.release();
      partial = null;
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable error) {
    context.close();
  }
}
