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
 * adds up little else, so that looking costs the load next to nothing. Counters go on from run to
 * run, as those of a search do. The figures of a run follow when it has ended. Latencies come with
 * each second that is complete, those of its last part never.
 *
 * <p>As a listener, it hears of one run after the other. Each of several runs at the same time has
 * a {@link #begin listener of its own}. Counters, the backlog, clients and the CPU of the brokers
 * are sums then; percentiles are those of the run that has the greatest.
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

  /** Guarded by this object, as what follows is. */
  private final List<LiveRun> running = new ArrayList<>();

  /** The sums of the runs that have ended. */
  private RunTotals ended = RunTotals.NONE;

  /** The latest report of any run: of the tool and the machine, each has the same. */
  private Progress latest = NOTHING;

  /** That of one run after the other; null before the first and between two. */
  private LiveRun only;

  /** Hears of one run, which may go on beside others, until it is closed. */
  public final class LiveRun implements RunListener, AutoCloseable {

    private Progress progress = NOTHING;

    private LiveRun() {}

    @Override
    public void onProgress(Progress now) {
      synchronized (LiveMeters.this) {
        progress = now;
        latest = now;
      }
    }

    @Override
    public void onResult(RunResult result) {
      LiveMeters.this.onResult(result);
    }

    /** The run is over: no client of it is connected, and nothing is owed. */
    @Override
    public void close() {
      synchronized (LiveMeters.this) {
        if (running.remove(this)) {
          ended = plus(ended, progress.totals());
          latest = running.isEmpty() ? NOTHING : latest;
        }
      }
    }
  }

  /** A listener of one run, which is to be closed when that has ended. */
  public synchronized LiveRun begin() {
    LiveRun run = new LiveRun();
    running.add(run);
    return run;
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
    cores("broker", "CPU of the broker", LiveMeters::brokerCores);
    cores("generator", "CPU of the tool", meters -> meters.latest().generatorCores());
    cores("others", "CPU of neither", meters -> meters.latest().otherCores().orElse(Double.NaN));
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
  public synchronized void onProgress(Progress progress) {
    if (only != null && progress.totals().sent() < only.progress.totals().sent()) {
      only.close();
      only = null;
    }
    if (only == null) {
      only = begin();
    }
    only.onProgress(progress);
  }

  private synchronized double sum(ToDoubleFunction<Progress> figure) {
    return running.stream().mapToDouble(run -> figure.applyAsDouble(run.progress)).sum();
  }

  private synchronized double total(ToDoubleFunction<RunTotals> figure) {
    return figure.applyAsDouble(ended) + sum(now -> figure.applyAsDouble(now.totals()));
  }

  private synchronized double brokerCores() {
    return running.stream()
        .flatMapToDouble(run -> run.progress.brokerCores().stream())
        .reduce(Double::sum)
        .orElse(Double.NaN);
  }

  private synchronized Progress latest() {
    return latest;
  }

  private synchronized long greatest(ToLongFunction<IntervalLatency> figure) {
    return running.stream()
        .mapToLong(run -> figure.applyAsLong(run.progress.lastSecond()))
        .max()
        .orElse(0);
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
        FunctionCounter.builder(name, this, meters -> meters.total(figure))
            .description(description)
            .tags(tags)
            .register(registry));
  }

  private void gauge(
      String name, String unit, String description, ToDoubleFunction<Progress> figure) {
    meters.add(
        Gauge.builder(name, this, meters -> meters.sum(figure))
            .baseUnit(unit)
            .description(description)
            .tags(tags)
            .register(registry));
  }

  private void cores(String process, String description, ToDoubleFunction<LiveMeters> figure) {
    meters.add(
        Gauge.builder("brokerbench.cpu", this, figure)
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
                meters -> (long) meters.total(RunTotals::timed),
                meters -> meters.total(RunTotals::timedNanos),
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
                meters -> meters.greatest(figure))
            .description("End-to-end latency of the deliveries of the last second")
            .tags(tags.and("percentile", percentile))
            .register(registry));
  }
}
