package io.brokerbench.core.cell;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.result.BrokerMetrics;
import io.brokerbench.core.telemetry.ProcessSampler;
import io.brokerbench.core.telemetry.ProcessUsage;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/** What a broker tells of itself at one moment, and what its process holds. */
final class BrokerFigures {

  /**
   * After which what a broker tells is what it holds now: Mosquitto tells every two seconds at best
   * (it counts in whole seconds, and waits for more than one), and we ask each second.
   */
  static final Duration FRESH_AFTER = Duration.ofSeconds(4);

  private BrokerFigures() {}

  /**
   * Whether what it says of its heap is what it holds. Mosquitto's counts each byte that is
   * allocated and not freed ({@code $SYS/broker/heap/current}); garbage that nothing holds any more
   * is in the figures of Java's and Erlang's brokers.
   */
  static boolean countsAllocations(BrokerIdentity identity) {
    return identity.product().equals("Mosquitto");
  }

  /**
   * What the broker has allocated, where it counts that, else what its process or container holds.
   */
  static OptionalLong memoryBytes(Broker broker, ProcessSampler sampler) {
    OptionalLong heap =
        countsAllocations(broker.identity()) ? broker.metrics().heapBytes() : OptionalLong.empty();
    return heap.isPresent()
        ? heap
        : broker
            .usage(sampler)
            .map(ProcessUsage::rssBytes)
            .map(OptionalLong::of)
            .orElse(OptionalLong.empty());
  }

  /**
   * Why it isn't shown that it holds what it took over; empty where its own figures show it.
   *
   * @param when with which the names of its figures end
   */
  static Doubts doubts(RunFigures figures, String when, StorePlan plan) {
    Optional<Double> bytes = figures.figure("storedBytes" + when);
    Optional<Double> messages = figures.figure("queuedMessages" + when);
    if (plan.bytes() == 0) {
      return Doubts.NONE;
    }
    if (bytes.isEmpty() && messages.isEmpty()) {
      return Doubts.of(
          "nothing shows that messages are held: the broker reports neither their number nor size");
    }
    if (bytes.isPresent() && bytes.get() < plan.messages() * (double) plan.payloadBytes()) {
      return Doubts.of(
          "the broker says that it holds %.0f of %d bytes"
              .formatted(bytes.get(), plan.messages() * plan.payloadBytes()));
    }
    return bytes.isEmpty() && messages.get() < plan.messages()
        ? Doubts.of(
            "the broker says that it holds %.0f of %d messages"
                .formatted(messages.get(), plan.messages()))
        : Doubts.NONE;
  }

  /**
   * Why it isn't shown that a subscriber vanished without a word: while the publisher is there as
   * well, and nothing but the keep-alive could have told, the broker has to count both. Empty where
   * it does, and where it tells no number of connections.
   */
  static Doubts doubtsOfVanishing(RunFigures figures) {
    Optional<Double> before = figures.figure("connectionsBefore");
    Optional<Double> published = figures.figure("connectionsPublished");
    return before.isPresent() && published.isPresent() && published.get() <= before.get()
        ? Doubts.of(
            ("the broker counts %.0f connections with the publisher's, and %.0f before: it has"
                    + " heard that the subscriber was gone")
                .formatted(published.get(), before.get()))
        : Doubts.NONE;
  }

  /** Puts what it holds now under names that end with a word. Waits until that is fresh. */
  static void told(CellSite site, String when, RunFigures figures) throws InterruptedException {
    Broker broker = site.broker();
    broker.metrics(); // the first question makes it begin to tell
    site.pause(FRESH_AFTER);
    BrokerMetrics told = broker.metrics();
    told.queuedMessages().ifPresent(value -> figures.put("queuedMessages" + when, value));
    told.storedBytes().ifPresent(value -> figures.put("storedBytes" + when, value));
    memoryBytes(broker, ProcessSampler.ofThisMachine())
        .ifPresent(value -> figures.put("memoryBytes" + when, value));
  }
}
