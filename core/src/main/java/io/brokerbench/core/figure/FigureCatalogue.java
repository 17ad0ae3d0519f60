package io.brokerbench.core.figure;

import static io.brokerbench.core.figure.FigureGroup.orNaN;
import static io.brokerbench.core.figure.Unit.BYTES;
import static io.brokerbench.core.figure.Unit.CORES;
import static io.brokerbench.core.figure.Unit.COUNT;
import static io.brokerbench.core.figure.Unit.NANOS;
import static io.brokerbench.core.figure.Unit.PER_SECOND;
import static io.brokerbench.core.figure.Unit.SHARE;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NearestName;
import io.brokerbench.core.result.Backlog;
import io.brokerbench.core.result.Broadcast;
import io.brokerbench.core.result.BrokerUsage;
import io.brokerbench.core.result.GeneratorUsage;
import io.brokerbench.core.result.Headroom;
import io.brokerbench.core.result.Machine;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Throughput;
import io.brokerbench.core.result.TimelineInterval;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Every figure of a run, declared once. Terminal, pages, tables of studies, comparisons,
 * assertions, meters and docs/figures.md iterate it.
 *
 * <p>The tolerances are what a machine that is not quiet can show within the usual budget: tails of
 * distributions scatter most. A figure without one is compared only where a tolerance is given for
 * it, as each further figure makes a comparison less certain of all others.
 */
public final class FigureCatalogue {

  /** Not of a run under the scenario's load: what is received under a closed load, at its most. */
  public static final Figure CAPACITY =
      Figure.of(
          "throughput.capacity", "capacity", PER_SECOND, Better.HIGHER, OptionalDouble.of(0.05));

  /** Not of a run: what a search finds on the broker of a run. */
  public static final Figure SUSTAINABLE =
      Figure.of(
          "throughput.sustainable",
          "sustainable throughput",
          PER_SECOND,
          Better.HIGHER,
          OptionalDouble.of(0.05));

  private static final double NANOS_PER_MICRO = 1e3;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;

  private static final Map<String, Figure> ALL =
      Stream.of(
              throughput(),
              LatencyFigures.all(),
              AccountFigures.messages(),
              AccountFigures.payload(),
              backlog(),
              broker(),
              AccountFigures.connections(),
              AccountFigures.reasons(),
              broadcast(),
              FailoverFigures.all(),
              StormFigures.all(),
              RequestFigures.all(),
              DriftFigures.all(),
              generator(),
              MachineFigures.all())
          .flatMap(List::stream)
          .collect(
              Collectors.toMap(
                  Figure::path,
                  figure -> figure,
                  (one, other) -> {
                    throw new IllegalStateException(one.path() + " is declared twice");
                  },
                  LinkedHashMap::new));

  private FigureCatalogue() {}

  /** All figures of runs, in the order in which they are shown. */
  public static List<Figure> all() {
    return List.copyOf(ALL.values());
  }

  /**
   * A stored figure, of a group of clients or of a reference's multiples as well, with the
   * tolerance and the part that it has now; as it is where it is none of these.
   */
  public static Figure judgedAsNow(Figure stored) {
    return comparable().stream()
        .filter(now -> stored.path().equals(now.path()) || stored.path().endsWith("." + now.path()))
        .findFirst()
        .map(now -> stored.withTolerance(now.tolerance()).withDecides(now.decides()))
        .orElse(stored);
  }

  /** All figures that can be compared, that of a search included. */
  public static List<Figure> comparable() {
    return Stream.concat(Stream.of(SUSTAINABLE, CAPACITY), ALL.values().stream())
        .filter(figure -> figure.better() != Better.NEITHER)
        .toList();
  }

  /** The figures that guard a contract, in the order in which they are shown. */
  public static List<Figure> guards() {
    return ALL.values().stream().filter(figure -> figure.guard().isPresent()).toList();
  }

  /**
   * The figure of a path.
   *
   * @throws DefinitionException if there is none; the message offers the nearest
   */
  public static Figure find(String path) {
    Figure figure = ALL.get(path);
    if (figure == null) {
      throw new DefinitionException(
          "figure",
          "no such figure"
              + NearestName.of(path, ALL.keySet())
                  .map(near -> "; did you mean " + near + "?")
                  .orElse("; docs/figures.md lists them"),
          path);
    }
    return figure;
  }

  /**
   * The figure of a name, as people write it: a path, the end of one, or a title. Of several that
   * end alike, the first: {@code p99} is that of the end-to-end latency.
   *
   * @throws DefinitionException if there is none; the message offers the nearest
   */
  public static Figure named(String name) {
    return Stream.<Predicate<Figure>>of(
            figure -> figure.path().equals(name),
            figure -> figure.path().endsWith("." + name),
            figure -> figure.title().equals(name))
        .flatMap(isMeant -> Stream.concat(all().stream(), Stream.of(SUSTAINABLE)).filter(isMeant))
        .findFirst()
        .orElseGet(() -> find(name));
  }

  /** The values of a run, for each figure that it has. */
  public static Map<Figure, Double> values(RunResult run) {
    Map<Figure, Double> values = new LinkedHashMap<>();
    ALL.values().forEach(f -> f.in(run).ifPresent(value -> values.put(f, value)));
    return values;
  }

  /**
   * The values of a run that can be compared: those of connecting only where it is all, and then
   * none of throughput.
   */
  public static Map<Figure, Double> comparable(RunResult run) {
    Map<Figure, Double> values = values(run);
    boolean connectsOnly = run.scenario().connectsOnly();
    values.entrySet().removeIf(entry -> !entry.getKey().comparable(entry.getValue()));
    values.keySet().removeIf(f -> f.ofConnecting() && !connectsOnly);
    values.keySet().removeIf(f -> f.group().equals("throughput") && connectsOnly);
    return values;
  }

  private static List<Figure> throughput() {
    FigureGroup<Throughput> of =
        new FigureGroup<>("throughput", run -> Optional.of(run.throughput()));
    return List.of(
        of.higher("received", "throughput", PER_SECOND, Throughput::receivedPerSecond)
            .withTolerance(0.05)
            .briefly(),
        of.higher("sent", "sent", PER_SECOND, Throughput::sentPerSecond).briefly(),
        of.plain("offered", "offered", PER_SECOND, Throughput::offeredPerSecond));
  }

  private static List<Figure> backlog() {
    FigureGroup<Backlog> of = new FigureGroup<>("backlog", run -> Optional.of(run.backlog()));
    return List.of(
        of.lower("highWaterMark", "in the greatest backlog", COUNT, Backlog::highWaterMark),
        of.lower("atSteadyStart", "in the backlog at the start", COUNT, Backlog::atSteadyStart),
        of.lower("atSteadyEnd", "in the backlog at the end", COUNT, Backlog::atSteadyEnd));
  }

  private static List<Figure> broker() {
    FigureGroup<BrokerUsage> of = new FigureGroup<>("broker", RunResult::brokerUsage);
    FigureGroup<BrokerUsage> ofMessages =
        new FigureGroup<>(
            "broker", run -> run.brokerUsage().filter(u -> !run.scenario().connectsOnly()));
    FigureGroup<BrokerUsage> ofRates =
        new FigureGroup<>("broker", run -> run.brokerUsage().filter(u -> run.keepsRate()));
    FigureGroup<RunResult> ofRun =
        new FigureGroup<>(
            "broker",
            run ->
                Optional.of(run)
                    .filter(r -> !r.scenario().connectsOnly())
                    .filter(r -> r.sharesBroker().isEmpty()));
    FigureGroup<BrokerUsage> ofFanOut =
        new FigureGroup<>(
            "broker", run -> run.brokerUsage().filter(u -> run.scenario().topology().fanOut() > 1));
    return List.of(
        of.lower("cpu", "CPU", CORES, u -> u.cpuPercentOfCore() / 100).briefly(),
        of.lower("cpuOfSystem", "CPU of all cores", SHARE, u -> u.cpuPercentOfSystem() / 100),
        of.lower("cpuTime", "CPU time", NANOS, u -> u.cpuSeconds() * NANOS_PER_SECOND),
        ofMessages
            .lower("cpuPerMessage", "CPU per message", NANOS, u -> nanos(u.cpuMicrosPerMessage()))
            .withTolerance(0.05)
            .briefly(),
        ofFanOut
            .lower(
                "cpuPerDelivery", "CPU per delivery", NANOS, u -> nanos(u.cpuMicrosPerDelivery()))
            .briefly(),
        of.lower("peakRss", "peak memory", BYTES, BrokerUsage::peakRssBytes)
            .withTolerance(0.25)
            .briefly(),
        ofRates
            .higher(
                "atOneCore",
                "projected at one full core",
                PER_SECOND,
                u -> known(u.projectedPerSecondAtOneCore()))
            .briefly(),
        ofRates.higher(
            "atAllCores",
            "projected at all cores",
            PER_SECOND,
            u -> known(u.projectedPerSecondAtFullCpu())),
        ofRun
            .lower(
                "diskPerMessage", "written per message", BYTES, FigureCatalogue::writtenPerMessage)
            .briefly());
  }

  /** What the broker wrote to disk in the steady state, for each message received in it. */
  private static double writtenPerMessage(RunResult run) {
    double received = steadyReceived(run);
    double bytes = run.machine().map(m -> orNaN(m.disk().brokerWrittenBytes())).orElse(Double.NaN);
    return received > 0 ? bytes / received : Double.NaN;
  }

  /** Of a load that is on and off second by second, as its rates may be those while it is on. */
  private static double steadyReceived(RunResult run) {
    return run.scenario().workload().onOff().isPresent()
        ? run.timeline().stream()
            .filter(second -> second.phase() == TimelineInterval.Part.STEADY)
            .mapToLong(TimelineInterval::received)
            .sum()
        : run.throughput().receivedPerSecond() * run.machine().map(Machine::seconds).orElse(0.0);
  }

  private static List<Figure> broadcast() {
    FigureGroup<Broadcast> of = new FigureGroup<>("broadcast", RunResult::broadcast);
    return List.of(
        of.plain("bursts", "bursts", COUNT, Broadcast::bursts),
        of.lower("incomplete", "bursts not received by all", COUNT, Broadcast::incomplete),
        of.higher(
            "medianPeakEgress",
            "median peak egress",
            PER_SECOND,
            Broadcast::medianPeakEgressPerSecond),
        of.higher(
            "peakEgress", "greatest peak egress", PER_SECOND, Broadcast::peakEgressPerSecond));
  }

  private static List<Figure> generator() {
    FigureGroup<GeneratorUsage> of =
        new FigureGroup<>("generator", run -> Optional.of(run.generator()));
    FigureGroup<GeneratorUsage> ofMessages =
        new FigureGroup<>(
            "generator",
            run -> Optional.of(run.generator()).filter(u -> !run.scenario().connectsOnly()));
    FigureGroup<Headroom> headroom =
        new FigureGroup<>("generator", run -> run.generator().headroom());
    return List.of(
        of.lower("cpu", "CPU", CORES, u -> u.cpuPercentOfCore() / 100).briefly(),
        of.lower("cpuOfSystem", "CPU of all cores", SHARE, u -> u.cpuPercentOfSystem() / 100),
        of.lower("cpuTime", "CPU time", NANOS, u -> u.cpuSeconds() * NANOS_PER_SECOND),
        ofMessages
            .lower(
                "cpuPerMessage",
                "CPU per message",
                NANOS,
                u -> known(u.cpuMicrosPerMessage()) * NANOS_PER_MICRO)
            .briefly(),
        of.lower("peakRss", "peak memory", BYTES, GeneratorUsage::peakRssBytes).briefly(),
        of.lower("gcPause", "garbage collection", NANOS, u -> u.gcPauseMillis() * NANOS_PER_MILLI),
        of.lower("backPressured", "messages held back", COUNT, GeneratorUsage::backPressured),
        headroom.lower(
            "cpuOfCeiling", "CPU of its ceiling", SHARE, h -> h.cpuPercentOfCeiling() / 100),
        headroom.lower(
            "rateOfCeiling", "rate of its ceiling", SHARE, h -> h.ratePercentOfCeiling() / 100));
  }

  static double nanos(OptionalDouble micros) {
    return orNaN(micros) * NANOS_PER_MICRO;
  }

  /** Documents of earlier builds have 0 for what is not known. */
  private static double known(OptionalDouble value) {
    return value.orElse(0) > 0 ? value.getAsDouble() : Double.NaN;
  }
}
