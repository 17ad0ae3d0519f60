package io.brokerbench.containers.bridge;

import io.brokerbench.containers.TopicClient;
import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.BridgeRule;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.Endpoint;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/**
 * Waits until messages cross a bridge. A bridge sets its rules up in their order, so a message that
 * crosses by the last one shows that all are at work.
 */
final class BridgeProbe {

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final long POLL_MILLIS = 20;
  private static final String CLIENT = "brokerbench-probe";
  private static final String LEVEL = "brokerbench-probe";

  private BridgeProbe() {}

  static void awaitCrossing(Broker main, Broker bridge, List<BridgeRule> rules)
      throws BrokerException, InterruptedException {
    try {
      BridgeRule in = last(rules, rule -> rule.direction().comesIn());
      if (in != null) {
        await(main, topic(in.remoteFilter()), bridge, topic(in.localFilter()));
      }
      BridgeRule out = last(rules, rule -> rule.direction().goesOut());
      if (out != null) {
        await(bridge, topic(out.localFilter()), main, topic(out.remoteFilter()));
      }
    } catch (IOException e) {
      throw new BrokerException("the bridge does not work: " + e.getMessage(), e);
    }
  }

  private static BridgeRule last(List<BridgeRule> rules, Predicate<BridgeRule> which) {
    return rules.stream().filter(which).reduce((earlier, later) -> later).orElse(null);
  }

  /** A topic that a filter takes. */
  static String topic(String filter) {
    return filter.replace("#", LEVEL).replace("+", LEVEL);
  }

  private static void await(Broker from, String topic, Broker to, String mapped)
      throws IOException, BrokerException, InterruptedException {
    NanoClock clock = NanoClock.SYSTEM;
    long start = clock.nanoTime();
    try (TopicClient sender = TopicClient.open(address(from), CLIENT + "-from", List.of());
        TopicClient receiver = TopicClient.open(address(to), CLIENT + "-to", List.of(mapped))) {
      receiver.poll(); // its subscription is at work once this is answered
      while (true) {
        sender.publish(topic, "");
        Thread.sleep(POLL_MILLIS);
        sender.poll();
        if (receiver.poll().containsKey(mapped)) {
          return;
        }
        if (clock.nanoTime() - start > LIMIT.toNanos()) {
          throw new BrokerException(
              "the bridge does not work: no message to %s came over as %s within %d s: %s"
                  .formatted(topic, mapped, LIMIT.toSeconds(), String.join(" ", to.logTail(2))));
        }
      }
    }
  }

  private static InetSocketAddress address(Broker broker) {
    Endpoint plain = broker.endpoints().get(0);
    return new InetSocketAddress(plain.host(), plain.port());
  }
}
