package io.brokerbench.report.live;

import io.brokerbench.core.engine.stage.IntervalLatency;
import io.brokerbench.core.engine.stage.Phase;
import io.brokerbench.core.engine.stage.Progress;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.stage.RunTotals;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Scenario;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * The meters of runs while they are under way, in any registry of Micrometer: docs/metrics.md lists
 * them.
 *
 * <p>It hears of the run several times a second and keeps what it heard last; a registry that looks
 * computes nothing else, so that looking costs the load next to nothing. Counters go on from run to
 * run, as those of a search do. The figures of a run follow when it has ended. Latencies come with
 * each second that is complete, those of its last part never.
 *
 * <p>Registries may look from any thread. Keep a reference for as long as they do: they hold none.
 */
public final class LiveMeters implements RunListener, AutoCloseable {

  private static final Progress NOTHING =
      new Progress(
          Phase.CONNECT,
          Duration.ZERO,
          Duration.ZERO,
          0,
          0,
          0,
          0,
          0,
          0,
          OptionalDouble.empty(),
          0,
          OptionalDouble.empty(),
          RunTotals.NONE,
          IntervalLatency.NONE);

  private final MeterRegistry registry;
  private final Tags tags;
  private final List<Meter> meters = new ArrayList<>();

  private final Set<Figure> shown = new HashSet<>();

  private volatile Map<Figure, Double> finished = Map.of();
  private volatile Snapshot latest = new Snapshot(NOTHING, RunTotals.NONE);

  /** The latest report, and the sums of the runs before. */
  private record Snapshot(Progress progress, RunTotals before) {

    double sum(ToDoubleFunction<RunTotals> figure) {
      return figure.applyAsDouble(before) + figure.applyAsDouble(progress.totals());
    }
  }

  /**
   * Adds the meters to a registry.
   *
   * @param tags of all of them
   */
  public LiveMeters(MeterRegistry registry, Iterable<Tag> tags) {
    this.registry = registry;
    this.tags = Tags.of(tags);
    counter("brokerbench.messages.sent", "Messages sent", RunTotals::sent);
    counter("brokerbench.messages.acknowledged", "Acknowledgements", RunTotals::acknowledged);
    counter("brokerbench.messages.received", "Distinct deliveries", RunTotals::received);
    gauge("brokerbench.backlog", "messages", "Deliveries owed and not made", Progress::backlog);
    gauge("brokerbench.clients.connected", null, "Clients connected", Progress::connected);
    cores("broker", "CPU of the broker", p -> p.brokerCores().orElse(Double.NaN));
    cores("generator", "CPU of the tool", Progress::generatorCores);
    cores("others", "CPU of neither", p -> p.otherCores().orElse(Double.NaN));
    latencies();
  }

  /** Tags that distinguish runs: scenario, broker, driver. */
  public static Tags tags(Scenario scenario, BrokerIdentity broker, String driver) {
    return Tags.of("scenario", scenario.name(), "broker", broker.product(), "driver", driver);
  }

  /** Those of one of several groups of clients: its name beside that of the scenario of all. */
  public static Tags tagsOfGroup(Scenario group, BrokerIdentity broker, String driver) {
    String name = groupOf(group);
    String all = group.name().substring(0, group.name().length() - name.length() - 1);
    return tags(group, broker, driver).and("scenario", all, "group", name);
  }

  /** The name of a group of clients, with which that of its scenario ends. */
  public static String groupOf(Scenario scenario) {
    return scenario.name().substring(scenario.name().lastIndexOf('.') + 1);
  }

  @Override
  public void onProgress(Progress progress) {
    Snapshot last = latest;
    RunTotals totals = last.progress().totals();
    boolean another = progress.totals().sent() < totals.sent();
    latest = new Snapshot(progress, another ? plus(last.before(), totals) : last.before());
  }

  /** From then on, until the next run ends, each of its figures is a gauge. */
  @Override
  public void onResult(RunResult result) {
    finished = FigureCatalogue.values(result);
    finished.keySet().stream().filter(shown::add).forEach(this::gauge);
  }

  private void gauge(Figure figure) {
    meters.add(
        Gauge.builder("brokerbench.run." + figure.path(), this, meters -> meters.value(figure))
            .baseUnit(figure.unit().baseUnit().orElse(null))
            .description("Of the last run: " + figure.title())
            .tags(tags)
            .register(registry));
  }

  private double value(Figure figure) {
    return figure.unit().inBaseUnit(finished.getOrDefault(figure, Double.NaN));
  }

  /** A run is over: until the next one, no client is connected and nothing is owed. */
  public void onEnd() {
    Snapshot last = latest;
    latest = new Snapshot(NOTHING, plus(last.before(), last.progress().totals()));
  }

  /** Takes the meters out of the registry again. */
  @Override
  public void close() {
    meters.forEach(registry::remove);
  }

  private static RunTotals plus(RunTotals one, RunTotals other) {
    return new RunTotals(
        one.sent() + other.sent(),
        one.acknowledged() + other.acknowledged(),
        one.received() + other.received(),
        one.timed() + other.timed(),
        one.timedNanos() + other.timedNanos());
  }

  private void counter(String name, String description, ToDoubleFunction<RunTotals> figure) {
    meters.add(
        FunctionCounter.builder(name, this, meters -> meters.latest.sum(figure))
            .description(description)
            .tags(tags)
            .register(registry));
  }

  private void gauge(
      String name, String unit, String description, ToDoubleFunction<Progress> figure) {
    meters.add(
        Gauge.builder(name, this, meters -> figure.applyAsDouble(meters.latest.progress()))
            .baseUnit(unit)
            .description(description)
            .tags(tags)
            .register(registry));
  }

  private void cores(String process, String description, ToDoubleFunction<Progress> figure) {
    meters.add(
        Gauge.builder(
                "brokerbench.cpu", this, meters -> figure.applyAsDouble(meters.latest.progress()))
            .baseUnit("cores")
            .description(description)
            .tags(tags.and("process", process))
            .register(registry));
  }

  private void latencies() {
    meters.add(
        FunctionTimer.builder(
                "brokerbench.latency",
                this,
                meters -> (long) meters.latest.sum(RunTotals::timed),
                meters -> meters.latest.sum(RunTotals::timedNanos),
                TimeUnit.NANOSECONDS)
            .description("End-to-end latency, from the intended send time")
            .tags(tags)
            .register(registry));
    ofLastSecond("50", IntervalLatency::p50Nanos);
    ofLastSecond("99", IntervalLatency::p99Nanos);
    ofLastSecond("99.9", IntervalLatency::p999Nanos);
    ofLastSecond("100", IntervalLatency::maxNanos);
  }

  private void ofLastSecond(String percentile, ToLongFunction<IntervalLatency> figure) {
    meters.add(
        TimeGauge.builder(
                "brokerbench.latency.interval",
                this,
                TimeUnit.NANOSECONDS,
                meters -> figure.applyAsLong(meters.latest.progress().lastSecond()))
            .description("End-to-end latency of the deliveries of the last second")
            .tags(tags.and("percentile", percentile))
            .register(registry));
  }
}
