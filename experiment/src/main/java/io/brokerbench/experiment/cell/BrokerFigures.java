package io.brokerbench.experiment.cell;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.result.BrokerMetrics;
import io.brokerbench.core.telemetry.ProcessSampler;
import io.brokerbench.core.telemetry.ProcessUsage;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/** What a broker reports about itself at one moment, and what its process holds. */
final class BrokerFigures {

  /**
   * After this time, what a broker reports is what it holds now: some report every two seconds at
   * best, and we ask each second.
   */
  static final Duration FRESH_AFTER = Duration.ofSeconds(4);

  /**
   * What a broker holds at one moment of a cell.
   *
   * @param stored bytes that it reports as stored
   * @param queued messages that it reports as queued
   * @param memory that it holds
   */
  record Held(Figure stored, Figure queued, Figure memory) {
    static final Held BEFORE =
        new Held(CellFigures.STORED_BEFORE, CellFigures.QUEUED_BEFORE, CellFigures.MEMORY_BEFORE);
    static final Held AFTER =
        new Held(CellFigures.STORED_AFTER, CellFigures.QUEUED_AFTER, CellFigures.MEMORY_AFTER);
    static final Held MOST =
        new Held(CellFigures.STORED_MOST, CellFigures.QUEUED_MOST, CellFigures.MEMORY_MOST_AFTER);
  }

  private BrokerFigures() {}

  /**
   * What the broker has allocated, where it counts that, else what its process or container holds.
   */
  static OptionalLong memoryBytes(Broker broker, ProcessSampler sampler) {
    OptionalLong heap =
        broker.reportsLiveHeap() ? broker.metrics().heapBytes() : OptionalLong.empty();
    return heap.isPresent()
        ? heap
        : broker
            .usage(sampler)
            .map(ProcessUsage::rssBytes)
            .map(OptionalLong::of)
            .orElse(OptionalLong.empty());
  }

  /**
   * The same of a broker whose memory has to be known.
   *
   * @throws RunException if it is not
   */
  static long knownMemoryBytes(Broker broker, ProcessSampler sampler) throws RunException {
    return memoryBytes(broker, sampler)
        .orElseThrow(
            () ->
                new RunException(
                    broker.identity().product()
                        + " reports no memory, and neither does its process",
                    null));
  }

  /** Why it is not shown that it holds what it took over; empty where its own figures show it. */
  static CellCaveats caveats(RunFigures figures, Held held, StorePlan plan) {
    Optional<Double> bytes = figures.figure(held.stored);
    Optional<Double> messages = figures.figure(held.queued);
    if (plan.bytes() == 0) {
      return CellCaveats.NONE;
    }
    if (bytes.isEmpty() && messages.isEmpty()) {
      return CellCaveats.of(
          "nothing shows that messages are held",
          "the broker reports neither their number nor size");
    }
    if (bytes.isPresent() && bytes.get() < plan.messages() * (double) plan.payloadBytes()) {
      return CellCaveats.of(
          NumberText.sentence(
              "the broker says that it holds %s of %s bytes",
              Math.round(bytes.get()), plan.messages() * plan.payloadBytes()),
          "");
    }
    return bytes.isEmpty() && messages.get() < plan.messages()
        ? CellCaveats.of(
            NumberText.sentence(
                "the broker says that it holds %s of %s messages",
                Math.round(messages.get()), plan.messages()),
            "")
        : CellCaveats.NONE;
  }

  /**
   * Why it is not shown that a subscriber vanished silently: while the publisher is there as well,
   * and nothing but the keep-alive could have revealed it, the broker has to count both. Empty
   * where it does, and where it reports no number of connections.
   */
  static CellCaveats caveatsOfSilentDisconnect(RunFigures figures) {
    Optional<Double> before = figures.figure(CellFigures.CONNECTIONS_BEFORE);
    Optional<Double> published = figures.figure(CellFigures.CONNECTIONS_PUBLISHED);
    return before.isPresent() && published.isPresent() && published.get() <= before.get()
        ? CellCaveats.of(
            "the broker has noticed that the subscriber was gone",
            NumberText.sentence(
                "it counts %s connections with the publisher's, and %s before",
                Math.round(published.get()), Math.round(before.get())))
        : CellCaveats.NONE;
  }

  /** Puts what it holds now among the figures. Waits until that is fresh. */
  static void reported(CellBrokers brokers, Held held, RunFigures figures)
      throws InterruptedException {
    Broker broker = brokers.broker();
    broker.metrics(); // the first query makes it start reporting
    brokers.pause(FRESH_AFTER);
    BrokerMetrics reported = broker.metrics();
    reported.queuedMessages().ifPresent(value -> figures.put(held.queued, value));
    reported.storedBytes().ifPresent(value -> figures.put(held.stored, value));
    memoryBytes(broker, ProcessSampler.ofThisMachine())
        .ifPresent(value -> figures.put(held.memory, value));
  }
}
