package io.brokerbench.core.study;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerMetrics;
import io.brokerbench.core.telemetry.ProcessSampler;
import io.brokerbench.core.telemetry.ProcessUsage;
import java.util.OptionalLong;

/** What a broker tells of itself at one moment, and what its process holds. */
final class BrokerFigures {

  /**
   * After which what a broker tells is what it holds now: Mosquitto tells every two seconds at best
   * (it counts in whole seconds, and waits for more than one), and we ask each second.
   */
  static final long FRESH_MILLIS = 4_000;

  private BrokerFigures() {}

  /** What the broker says that it has allocated, else what its process or container holds. */
  static OptionalLong memoryBytes(Broker broker, ProcessSampler sampler) {
    OptionalLong heap = broker.metrics().heapBytes();
    return heap.isPresent()
        ? heap
        : broker
            .usage(sampler)
            .map(ProcessUsage::rssBytes)
            .map(OptionalLong::of)
            .orElse(OptionalLong.empty());
  }

  /** Puts what it holds now under names that end with a word. Waits until that is fresh. */
  static void told(Broker broker, String when, RunFigures figures) throws InterruptedException {
    broker.metrics(); // the first question makes it begin to tell
    Thread.sleep(FRESH_MILLIS);
    BrokerMetrics told = broker.metrics();
    told.queuedMessages().ifPresent(value -> figures.put("queuedMessages" + when, value));
    told.storedBytes().ifPresent(value -> figures.put("storedBytes" + when, value));
    memoryBytes(broker, ProcessSampler.ofThisMachine())
        .ifPresent(value -> figures.put("memoryBytes" + when, value));
  }
}
