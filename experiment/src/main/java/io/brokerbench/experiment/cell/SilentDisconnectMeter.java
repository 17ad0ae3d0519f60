package io.brokerbench.experiment.cell;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.driver.Subscriber;
import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.result.BrokerMetrics;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.telemetry.ProcessSampler;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A durable subscriber vanishes silently: from some instant on the kernel drops its packets, so
 * that the broker gets neither FIN nor RST. Messages follow, and the broker's memory is sampled
 * each second until it must have noticed, and for a while after.
 */
final class SilentDisconnectMeter {

  private static final String TOPIC = "vanished/messages";
  private static final long SECOND = 1_000_000_000L;

  private static final double SMALL_SHARE = 0.01;

  /** Of the broker before anything happens. */
  private static final int SECONDS_BEFORE = 3;

  private final CellBrokers brokers;
  private final StorePlan plan;
  private final StorePlan.SilentDisconnect vanish;
  private final CellStepReporter steps;
  private final ProcessSampler sampler = ProcessSampler.ofThisMachine();
  private final List<Double> seconds = new ArrayList<>();
  private final List<Double> memory = new ArrayList<>();
  private final List<Double> stored = new ArrayList<>();
  private final List<Double> queued = new ArrayList<>();
  private final List<Double> connections = new ArrayList<>();
  private long startNanos;

  SilentDisconnectMeter(CellBrokers brokers, StorePlan plan, CellStepReporter steps) {
    this.brokers = brokers;
    this.plan = plan;
    this.steps = steps;
    this.vanish = plan.vanish().orElseThrow();
  }

  void measure(RunFigures figures) throws RunException, BrokerException, InterruptedException {
    InetAddress address = ownAddress();
    String id = "bbv" + Long.toString(brokers.clock().nanoTime(), 36);
    ClientProgress watch = new ClientProgress();
    UncountedClients vanishing =
        new UncountedClients(brokers, vanish.keepAlive(), List.of(address));
    CellBrokers.Cut cut = null;
    try (UncountedClients others =
        new UncountedClients(brokers, Duration.ofSeconds(60), List.of())) {
      Subscriber subscriber =
          vanishing.subscriber(
              new SubscriberSpec(id + "c", TOPIC, Optional.empty(), Qos.AT_LEAST_ONCE, true),
              watch);
      vanishing.carryOut("connecting", subscriber::connect, () -> watch.connected() == 1);
      vanishing.carryOut("subscribing", subscriber::subscribe, () -> watch.subscribed() == 1);
      brokers.broker().metrics();
      brokers.pause(BrokerFigures.FRESH_AFTER);
      startNanos = brokers.clock().nanoTime();
      sampleUntil(startNanos + SECONDS_BEFORE * SECOND);
      cut = brokers.cut(address);
      fillAndWatch(new BulkPublisher(others, plan, id + "p", TOPIC), figures);
    } finally {
      // The connection is still cut when the driver closes it, so that the broker hears nothing.
      vanishing.close();
      if (cut != null) {
        cut.close();
      }
    }
    series(figures);
  }

  /** An address of the loopback net that no other client connects from. */
  private static InetAddress ownAddress() {
    long pid = ProcessHandle.current().pid();
    try {
      return InetAddress.getByAddress(
          new byte[] {127, 77, (byte) (pid >> 8 & 127), (byte) (1 + (pid & 127))});
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e); // four bytes are an address
    }
  }

  private void fillAndWatch(BulkPublisher publisher, RunFigures figures)
      throws RunException, InterruptedException {
    long cutNanos = brokers.clock().nanoTime();
    latest(connections).ifPresent(count -> figures.put(CellFigures.CONNECTIONS_BEFORE, count));
    int atCut = connections.size();
    publisher.begin();
    long deadline = cutNanos + UncountedClients.PATIENCE.toNanos() + plan.bytes() * 10_000;
    while (!publisher.isDone()) {
      if (brokers.clock().nanoTime() - deadline > 0) {
        throw new RunException(
            NumberText.sentence(
                "the broker took over only %s of %s messages",
                publisher.acknowledged(), plan.messages()),
            null);
      }
      publisher.reportProgress(steps, held());
      sampleUntil(nextSecond());
    }
    long doneNanos = brokers.clock().nanoTime();
    sampleUntil(doneNanos + BrokerFigures.FRESH_AFTER.toNanos());
    int atDone = memory.size() - 1;
    long noticed = cutNanos + vanish.noticedAfter().toNanos();
    // The most: it may lawfully give the subscriber up a keep-alive after its last packet.
    connections.subList(atCut, connections.size()).stream()
        .max(Comparator.naturalOrder())
        .ifPresent(count -> figures.put(CellFigures.CONNECTIONS_PUBLISHED, count));
    watchUntil(Math.max(noticed, doneNanos) + vanish.watch().toNanos());
    latest(connections).ifPresent(count -> figures.put(CellFigures.CONNECTIONS_END, count));
    figures.put(CellFigures.CUT_AT, (cutNanos - startNanos) / 1e9);
    figures.put(CellFigures.PUBLISHED_AT, (doneNanos - startNanos) / 1e9);
    figures.put(CellFigures.NOTICED_BY, (noticed - startNanos) / 1e9);
    figures.put(CellFigures.PUBLISHED_BYTES, plan.messages() * (long) plan.payloadBytes());
    memoryFigures(atDone, (doneNanos - startNanos) / 1e9, figures);
    publisher.leave();
  }

  private void watchUntil(long end) throws RunException, InterruptedException {
    long begin = brokers.clock().nanoTime();
    long seconds = Math.max(1, (end - begin) / SECOND);
    while (nextSecond() - end <= 0) {
      long passed = (brokers.clock().nanoTime() - begin) / SECOND;
      steps.reportProgress(
          "watching", passed, seconds, s -> NumberText.time(Duration.ofSeconds(s)), held());
      sampleUntil(nextSecond());
    }
  }

  private String held() {
    return "broker " + NumberText.bytes(Math.round(memory.get(memory.size() - 1)));
  }

  private void memoryFigures(int atDone, double doneSeconds, RunFigures figures) {
    figures.put(CellFigures.MEMORY_BEFORE, memory.get(0));
    figures.put(CellFigures.MEMORY_PUBLISHED, memory.get(atDone));
    double most =
        memory.subList(atDone, memory.size()).stream().mapToDouble(d -> d).max().orElseThrow();
    figures.put(CellFigures.MEMORY_MOST_AFTER, most);
    figures.put(CellFigures.MEMORY_GROWTH_AFTER, most - memory.get(atDone));
    figures.put(CellFigures.MEMORY_END, memory.get(memory.size() - 1));
    figures.put(CellFigures.MEMORY_GREW_FOR, growingSeconds(atDone, most, doneSeconds));
    stored.stream()
        .mapToDouble(d -> d)
        .max()
        .ifPresent(d -> figures.put(CellFigures.STORED_MOST, d));
    queued.stream()
        .mapToDouble(d -> d)
        .max()
        .ifPresent(d -> figures.put(CellFigures.QUEUED_MOST, d));
  }

  /** Until all but a hundredth of the growth is there; 0 where it is less than that of memory. */
  private double growingSeconds(int atDone, double most, double doneSeconds) {
    double published = memory.get(atDone);
    double growth = most - published;
    if (growth < SMALL_SHARE * published) {
      return 0;
    }
    int grown = atDone;
    while (memory.get(grown) < most - SMALL_SHARE * growth) {
      grown++;
    }
    return seconds.get(grown) - doneSeconds;
  }

  private static Optional<Double> latest(List<Double> samples) {
    return samples.isEmpty() ? Optional.empty() : Optional.of(samples.get(samples.size() - 1));
  }

  private void series(RunFigures figures) {
    figures.put(CellSeries.SECONDS, seconds);
    figures.put(CellSeries.MEMORY_OVER_TIME, memory);
    if (stored.size() == seconds.size()) {
      figures.put(CellSeries.STORED_OVER_TIME, stored);
    }
    if (connections.size() == seconds.size()) {
      figures.put(CellSeries.CONNECTIONS_OVER_TIME, connections);
    }
    if (queued.size() == seconds.size()) {
      figures.put(CellSeries.QUEUED_OVER_TIME, queued);
    }
  }

  private long nextSecond() {
    return startNanos + seconds.size() * SECOND;
  }

  private void sampleUntil(long nanos) throws RunException, InterruptedException {
    while (nextSecond() - nanos <= 0) {
      long wait = nextSecond() - brokers.clock().nanoTime();
      if (wait > 0) {
        brokers.pause(Duration.ofNanos(wait));
      }
      sample();
    }
  }

  private void sample() throws RunException {
    Broker broker = brokers.broker();
    Optional<String> failure = broker.failure();
    if (failure.isPresent()) {
      throw new RunException(failure.get(), null);
    }
    long held = BrokerFigures.knownMemoryBytes(broker, sampler);
    BrokerMetrics reported = broker.metrics();
    seconds.add((brokers.clock().nanoTime() - startNanos) / 1e9);
    memory.add((double) held);
    reported.storedBytes().ifPresent(value -> stored.add((double) value));
    reported.queuedMessages().ifPresent(value -> queued.add((double) value));
    reported.connections().ifPresent(value -> connections.add((double) value));
  }
}
