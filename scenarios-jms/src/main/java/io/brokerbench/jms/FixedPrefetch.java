package io.brokerbench.jms;

import org.apache.qpid.jms.JmsDestination;
import org.apache.qpid.jms.JmsSession;
import org.apache.qpid.jms.policy.JmsPrefetchPolicy;

/**
 * The same number of messages ahead for all consumers. The library's own policy accepts at most 32
 * 767.
 *
 * @param messages ahead
 */
record FixedPrefetch(int messages) implements JmsPrefetchPolicy {

  @Override
  public JmsPrefetchPolicy copy() {
    return this;
  }

  @Override
  public int getConfiguredPrefetch(
      JmsSession session, JmsDestination destination, boolean durable, boolean browser) {
    return messages;
  }
}
