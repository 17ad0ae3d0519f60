package io.brokerbench.embedded.nullbroker;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Where messages of one topic go: worked out once, as a publisher seldom changes its topic. */
final class TopicRoute {

  private final ByteBuf topic;
  private final List<SubscriberGroup> groups;
  private final int version;

  private TopicRoute(ByteBuf topic, List<SubscriberGroup> groups, int version) {
    this.topic = topic;
    this.groups = groups;
    this.version = version;
  }

  /** The route of a topic whose bytes stand at a place in a buffer. */
  static TopicRoute of(ByteBuf in, int index, int length, SubscriptionIndex subscriptions) {
    byte[] bytes = ByteBufUtil.getBytes(in, index, length);
    String topic = new String(bytes, StandardCharsets.UTF_8);
    return new TopicRoute(
        Unpooled.wrappedBuffer(bytes), subscriptions.of(topic), subscriptions.version());
  }

  /** The groups that get each message. */
  List<SubscriberGroup> groups() {
    return groups;
  }

  /** Whether it was worked out from the subscriptions as they are, and of a topic. */
  boolean holds(int subscriptionsVersion, ByteBuf in, int index, int length) {
    return version == subscriptionsVersion
        && length == topic.capacity()
        && ByteBufUtil.equals(in, index, topic, 0, length);
  }

  /** Whether there is one group, so that messages can go on as they came. */
  boolean isSingle() {
    return groups.size() == 1;
  }
}
