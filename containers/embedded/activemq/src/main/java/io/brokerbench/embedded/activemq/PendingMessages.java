package io.brokerbench.embedded.activemq;

import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.broker.region.AbstractRegion;
import org.apache.activemq.broker.region.RegionBroker;
import org.apache.activemq.broker.region.Subscription;
import org.apache.activemq.broker.region.TopicRegion;

/**
 * Counts what a broker holds for queues and for subscriptions to topics. Its own total knows of
 * queues only; a message that several subscriptions wait for counts for each.
 */
final class PendingMessages {

  private PendingMessages() {}

  static long in(BrokerService activeMq) throws Exception {
    if (!activeMq.isStarted()) {
      return 0; // of a pair, one that waits for its turn
    }
    RegionBroker broker = (RegionBroker) activeMq.getRegionBroker().getAdaptor(RegionBroker.class);
    long inQueues =
        broker.getQueueRegion().getDestinationMap().values().stream()
            .mapToLong(queue -> queue.getDestinationStatistics().getMessages().getCount())
            .sum();
    TopicRegion topics = (TopicRegion) broker.getTopicRegion();
    long durable =
        topics.getDurableSubscriptions().values().stream().mapToLong(PendingMessages::of).sum();
    long others =
        ((AbstractRegion) topics)
            .getSubscriptions().values().stream()
                .filter(subscription -> !subscription.getConsumerInfo().isDurable())
                .mapToLong(PendingMessages::of)
                .sum();
    return inQueues + durable + others;
  }

  private static long of(Subscription subscription) {
    return (long) subscription.getPendingQueueSize() + subscription.getDispatchedQueueSize();
  }
}
