package io.brokerbench.experiment.cell;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.driver.Subscriber;
import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.statistics.LinearFit;
import io.brokerbench.core.telemetry.ProcessSampler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;

/** Reads the broker's memory as clients connect, and then subscribe, step by step. */
final class ConnectionMemoryMeter {

  private static final Duration BETWEEN_SAMPLES = Duration.ofMillis(250);

  private final CellBrokers brokers;
  private final ConnectionMemoryPlan plan;
  private final CellStepReporter steps;
  private final ProcessSampler sampler = ProcessSampler.ofThisMachine();
  private final String id;

  ConnectionMemoryMeter(CellBrokers brokers, ConnectionMemoryPlan plan, CellStepReporter steps) {
    this.brokers = brokers;
    this.plan = plan;
    this.steps = steps;
    this.id = "bbh" + Long.toString(brokers.clock().nanoTime(), 36);
  }

  void measure(RunFigures figures) throws RunException, InterruptedException {
    brokers.broker().metrics();
    ClientProgress watch = new ClientProgress();
    // No keep-alive: at rest, nothing but the clients themselves is in the broker's memory.
    try (UncountedClients clients = new UncountedClients(brokers, Duration.ZERO, List.of())) {
      List<Subscriber> crowd =
          IntStream.range(0, plan.clients())
              .mapToObj(i -> clients.subscriber(spec(i), watch))
              .toList();
      brokers.pause(BrokerFigures.FRESH_AFTER);
      List<Double> connected = counts(1);
      List<Double> memory =
          inSteps("connecting", clients, crowd, Subscriber::connect, watch::connected, settled());
      figures.put(CellSeries.CLIENTS, connected);
      figures.put(CellSeries.CLIENTS_MEMORY, memory);
      List<Double> subscriptions = counts(plan.subscriptionsPerClient());
      List<Double> subscribedMemory =
          inSteps(
              "subscribing",
              clients,
              crowd,
              Subscriber::subscribe,
              watch::subscribed,
              last(memory));
      figures.put(CellSeries.SUBSCRIPTIONS, subscriptions);
      figures.put(CellSeries.SUBSCRIPTIONS_MEMORY, subscribedMemory);
      LinearFit.of(connected, memory)
          .ifPresent(fit -> figures.put(CellFigures.BYTES_PER_CLIENT, fit.slope()));
      LinearFit.of(subscriptions, subscribedMemory)
          .ifPresent(fit -> figures.put(CellFigures.BYTES_PER_SUBSCRIPTION, fit.slope()));
    }
  }

  /** How many there are before the first step, and after each. */
  private List<Double> counts(int perClient) {
    return IntStream.rangeClosed(0, plan.steps())
        .mapToObj(step -> (double) step * plan.clientsPerStep() * perClient)
        .toList();
  }

  /** The memory before the first step, and after each, in which some more clients do something. */
  private List<Double> inSteps(
      String name,
      UncountedClients clients,
      List<Subscriber> crowd,
      Consumer<Subscriber> action,
      IntSupplier done,
      double before)
      throws RunException, InterruptedException {
    List<Double> memory = new ArrayList<>(List.of(before));
    for (int step = 1; step <= plan.steps(); step++) {
      int upTo = step * plan.clientsPerStep();
      crowd
          .subList(upTo - plan.clientsPerStep(), upTo)
          .forEach(client -> clients.lane().execute(() -> action.accept(client)));
      clients.await(name, UncountedClients.PATIENCE, () -> done.getAsInt() == upTo);
      reportProgress(name, upTo, last(memory));
      memory.add(settled());
    }
    return memory;
  }

  private void reportProgress(String name, int clients, double heldBefore) {
    steps.reportProgress(
        name,
        clients,
        plan.clients(),
        NumberText::count,
        "broker " + NumberText.bytes(Math.round(heldBefore)));
  }

  private static double last(List<Double> values) {
    return values.get(values.size() - 1);
  }

  private SubscriberSpec spec(int client) {
    List<String> filters =
        IntStream.range(0, plan.subscriptionsPerClient())
            .mapToObj(i -> "heap/" + client + "/" + i)
            .toList();
    return new SubscriberSpec(id + client, filters, Optional.empty(), Qos.AT_MOST_ONCE, false);
  }

  /**
   * Mean over the second half of the time for it, and not before the reported figures are fresh.
   */
  private double settled() throws RunException, InterruptedException {
    long rest = Math.max(plan.settle().toNanos() / 2, BrokerFigures.FRESH_AFTER.toNanos());
    brokers.pause(Duration.ofNanos(rest));
    long end = brokers.clock().nanoTime() + plan.settle().toNanos() - rest;
    double sum = 0;
    int samples = 0;
    do {
      sum += BrokerFigures.knownMemoryBytes(brokers.broker(), sampler);
      samples++;
      brokers.pause(BETWEEN_SAMPLES);
    } while (brokers.clock().nanoTime() - end < 0);
    return sum / samples;
  }
}
