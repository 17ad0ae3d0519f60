package io.brokerbench.report.page;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.engine.assignment.AgentProgress;
import io.brokerbench.core.engine.measure.LatencyRecorder;
import io.brokerbench.core.engine.stage.BrokerIntervalReading;
import io.brokerbench.core.engine.stage.FaultEvent;
import io.brokerbench.core.engine.stage.IntervalLatency;
import io.brokerbench.core.engine.stage.Phase;
import io.brokerbench.core.engine.stage.Progress;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.stage.RunTotals;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.result.BrokerMetrics;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.LatencySummary;
import io.brokerbench.core.result.TimelineInterval;
import io.brokerbench.core.result.TimelineInterval.Part;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.cell.CellStep;
import io.brokerbench.experiment.search.SearchStep;
import io.brokerbench.report.html.Html;
import io.brokerbench.report.html.LineChart;
import io.brokerbench.report.html.LineChart.Place;
import io.brokerbench.report.html.Page;
import io.brokerbench.report.page.PageBlocks.Card;
import io.brokerbench.report.text.AgentsText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/**
 * Shows runs while they are under way: the charts of a report, from what the rig reports several
 * times per second.
 *
 * <p>It keeps one interval for each second, and fewer of them as a run goes on, so that memory and
 * the size of a state are bounded. Runs that follow each other, as in a search, are on one time
 * axis. Hears of the run on its thread, which it holds up for microseconds; any thread may ask for
 * {@link #state}.
 */
public final class LiveReport implements RunListener {

  private static final int MOST_INTERVALS = 300;
  private static final int MOST_AGENTS = 16;
  private static final int MOST_MARKS = 20;
  private static final long SECOND_NANOS = 1_000_000_000L;
  private static final long MILLI_NANOS = 1_000_000L;

  /** The element that names scenario and broker. */
  private static final String SUBJECT = "subject";

  private final String title;
  private final NanoClock clock;
  private final List<String> beside;

  private List<TimelineInterval> timeline = new ArrayList<>();
  private final List<SearchStep> knee = new ArrayList<>();
  private final List<FaultEvent> faults = new ArrayList<>();
  private final Histogram latencies = new Histogram(LatencyRecorder.SIGNIFICANT_DIGITS);
  private final Histogram services = new Histogram(LatencyRecorder.WATCHED_DIGITS);

  private Optional<Progress> latest = Optional.empty();
  private BrokerIntervalReading broker = BrokerIntervalReading.UNKNOWN;
  private RunTotals counted = RunTotals.NONE;
  private List<AgentProgress> agents = List.of();
  private String part = "";
  private String subject = "The broker is not up yet.";
  private Optional<CellStep> step = Optional.empty();
  private Part begunIn = Part.WARM_UP;
  private boolean sending;
  private long originNanos;
  private long countedNanos;

  /**
   * One that has heard nothing yet.
   *
   * @param title what is run
   * @param clock of the time axis
   */
  public LiveReport(String title, NanoClock clock) {
    this(title, clock, List.of());
  }

  /**
   * One of several that are under way at the same time.
   *
   * @param beside names of all groups, whose pages are in folders of these names
   */
  public LiveReport(String title, NanoClock clock, List<String> beside) {
    this.title = title;
    this.clock = clock;
    this.beside = List.copyOf(beside);
  }

  @Override
  public synchronized void onProgress(Progress progress) {
    long now = clock.nanoTime();
    latest = Optional.of(progress);
    step = Optional.empty();
    if (progress.phase() == Phase.CONNECT || progress.phase() == Phase.SUBSCRIBE) {
      // Another run begins; what it counts begins again.
      counted = RunTotals.NONE;
      countedNanos = now;
      sending = false;
      broker = BrokerIntervalReading.UNKNOWN;
      forgetLatencies();
      return;
    }
    if (!sending) {
      sending = true;
      countedNanos = now;
      begunIn = phase(progress.phase());
      if (timeline.isEmpty()) {
        originNanos = now;
      }
      return;
    }
    if (now - countedNanos >= SECOND_NANOS) {
      timeline.add(interval(progress, now));
      if (timeline.size() > 2 * MOST_INTERVALS) {
        timeline = new ArrayList<>(DownsampledTimeline.of(timeline, MOST_INTERVALS));
      }
      counted = progress.totals();
      countedNanos = now;
      begunIn = phase(progress.phase());
    }
  }

  /**
   * Says what runs next.
   *
   * @param scenario that is run
   * @param on the broker
   */
  public synchronized void begin(Scenario scenario, BrokerIdentity on) {
    subject = scenario.name() + " on " + on.title() + ", " + on.origin();
  }

  /**
   * Says which part of a larger work is under way, whose steps of a search are then those shown.
   *
   * @param now such as {@code cell 3 of 12}
   */
  public synchronized void begin(String now) {
    part = now;
    latest = Optional.empty();
    step = Optional.empty();
    agents = List.of();
    broker = BrokerIntervalReading.UNKNOWN;
    knee.clear();
    forgetLatencies();
  }

  /** How far work has come that is no run, from its thread. */
  public synchronized void onStep(CellStep now) {
    step = Optional.of(now);
    latest = Optional.empty();
  }

  /** A step of a search that is over, from its thread. */
  public synchronized void onStep(SearchStep now) {
    knee.add(now);
  }

  @Override
  public synchronized void onFault(FaultEvent now) {
    if (faults.size() == MOST_MARKS) {
      faults.remove(0);
    }
    faults.add(now);
  }

  @Override
  public synchronized void onAgents(List<AgentProgress> now) {
    agents = List.copyOf(now);
  }

  @Override
  public synchronized void onBroker(BrokerIntervalReading second) {
    broker = second;
  }

  @Override
  public synchronized void onLatencies(Histogram endToEnd, Histogram service) {
    latencies.add(endToEnd);
    services.add(service);
  }

  private void forgetLatencies() {
    latencies.reset();
    services.reset();
  }

  private TimelineInterval interval(Progress progress, long now) {
    RunTotals totals = progress.totals();
    IntervalLatency latency = progress.lastSecond();
    return new TimelineInterval(
        (countedNanos - originNanos) / MILLI_NANOS,
        (now - countedNanos) / MILLI_NANOS, // An interval with a part of the warm-up is not steady.
        begunIn == Part.WARM_UP ? begunIn : phase(progress.phase()),
        totals.sent() - counted.sent(),
        totals.acknowledged() - counted.acknowledged(),
        totals.received() - counted.received(),
        progress.backlog(),
        known(latency.p50Nanos()),
        known(latency.p99Nanos()),
        known(latency.maxNanos()),
        percent(progress.brokerCores()),
        broker.rssBytes(),
        OptionalDouble.of(progress.generatorCores() * 100),
        Optional.of(broker.metrics()).filter(BrokerMetrics::any),
        Optional.empty());
  }

  private static Part phase(Phase phase) {
    return switch (phase) {
      case CONNECT, SUBSCRIBE, WARM_UP, SETTLE -> Part.WARM_UP;
      case HOLD, STEADY -> Part.STEADY;
      case DRAIN, VERIFY -> Part.DRAIN;
    };
  }

  private static OptionalLong known(long nanos) {
    return nanos > 0 ? OptionalLong.of(nanos) : OptionalLong.empty();
  }

  private static OptionalDouble percent(OptionalDouble cores) {
    return cores.isPresent()
        ? OptionalDouble.of(cores.getAsDouble() * 100)
        : OptionalDouble.empty();
  }

  /** The page, which listens for states. */
  public String page() {
    Page page = Page.live(title + ": running");
    page.add(new Html().element("h1", title));
    page.add(new Html().element("p", subject(), "id", SUBJECT));
    page.add(new Html().element("p", "Running; updated every second.", "class", "about"));
    if (!beside.isEmpty()) {
      Html groups = new Html().open("p", "class", "about").text("Groups:");
      beside.forEach(name -> groups.text(" ").element("a", name, "href", "/" + name + "/"));
      page.add(groups.close("p"));
    }
    List<Card> cards = new ArrayList<>();
    facts("", "not begun", Optional.empty())
        .forEach((id, text) -> cards.add(new Card(id, label(id), text, "", true)));
    page.add(PageBlocks.cards(cards));
    page.add(PageBlocks.usage());
    page.heading("Over time");
    page.add(new Html().open("div", "class", "charts", "id", "live-charts").close("div"));
    return page.html();
  }

  private synchronized String subject() {
    return subject;
  }

  /** What is to be seen now: data in one line, for the page. */
  public String state() {
    List<TimelineInterval> copy;
    List<SearchStep> steps;
    List<Place> marks;
    Optional<Progress> now;
    String within;
    String phase;
    Histogram steady;
    Histogram served;
    List<AgentProgress> carriers;
    synchronized (this) {
      copy = List.copyOf(timeline);
      steps = List.copyOf(knee);
      marks = faults.stream().map(this::mark).toList();
      now = latest;
      within = part;
      phase = standing();
      steady = latencies.copy();
      served = services.copy();
      carriers = agents;
    }
    List<LineChart> charts = new ArrayList<>();
    if (!steps.isEmpty()) {
      charts.addAll(new KneeCharts(steps, OptionalDouble.empty(), step -> "").charts());
    }
    if (steady.getTotalCount() > 0) {
      charts.add(byPercentile(LatencySummary.of(steady), LatencySummary.of(served)));
    }
    charts.addAll(new TimelineCharts(copy, marks, OptionalLong.empty()).charts());
    Map<String, String> facts = facts(within, phase, now);
    facts.put(SUBJECT, subject());
    if (!carriers.isEmpty()) {
      facts.put("agents", inWords(carriers));
    }
    return Page.update(facts, charts);
  }

  private Place mark(FaultEvent event) {
    String label = event.undone() ? "undone" : "fault";
    return Place.at(label, (event.nanos() - originNanos) / 1e9);
  }

  private static String inWords(List<AgentProgress> agents) {
    String first =
        AgentsText.standing(agents).stream().limit(MOST_AGENTS).collect(Collectors.joining("; "));
    int more = agents.size() - MOST_AGENTS;
    return more > 0 ? first + "; and " + NumberText.count(more) + " more" : first;
  }

  private static LineChart byPercentile(LatencySummary endToEnd, LatencySummary service) {
    Map<String, LatencySummary> both = new LinkedHashMap<>();
    both.put(LatencyKind.END_TO_END.title(), endToEnd);
    both.put(LatencyKind.SERVICE.title(), service);
    return LatencyCharts.percentiles(
        "percentiles",
        "Latency by percentile",
        "In the steady state so far: "
            + LatencyCharts.inWords(endToEnd)
            + "; from when they were sent, "
            + LatencyCharts.inWords(service)
            + ". Deliveries that catch up after an absence are among them.",
        both);
  }

  private static String label(String id) {
    return id.substring(0, 1).toUpperCase(Locale.ROOT) + id.substring(1);
  }

  /** By the ids of their elements. */
  private static Map<String, String> facts(String part, String phase, Optional<Progress> now) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("phase", part.isEmpty() ? phase : part + ": " + phase);
    facts.put("sent", now.map(p -> NumberText.rate(p.sentPerSecond()) + "/s").orElse("\u2013"));
    facts.put(
        "received", now.map(p -> NumberText.rate(p.receivedPerSecond()) + "/s").orElse("\u2013"));
    facts.put("backlog", now.map(p -> NumberText.count(p.backlog())).orElse("\u2013"));
    facts.put(
        "latency",
        now.filter(p -> p.p99Nanos() > 0)
            .map(p -> "p99 " + NumberText.latency(p.p99Nanos()))
            .orElse("\u2013"));
    facts.put(
        "broker",
        now.filter(p -> p.brokerCores().isPresent())
            .map(p -> cores(p.brokerCores().getAsDouble()))
            .orElse("\u2013"));
    facts.put("generator", now.map(p -> cores(p.generatorCores())).orElse("\u2013"));
    facts.put(
        "others",
        now.filter(p -> p.otherCores().isPresent())
            .map(p -> cores(p.otherCores().getAsDouble()))
            .orElse("\u2013"));
    return facts;
  }

  private String standing() {
    String before = part.isEmpty() ? "not begun" : "begins";
    return step.map(now -> now.name() + ", " + now.standing())
        .or(() -> latest.map(LiveReport::standing))
        .orElse(before);
  }

  private static String standing(Progress progress) {
    String phase = progress.phase().name().toLowerCase(Locale.ROOT).replace('_', '-');
    return switch (progress.phase()) {
      case CONNECT, SUBSCRIBE ->
          phase
              + ", "
              + NumberText.count(progress.connected())
              + " of "
              + NumberText.count(progress.clients());
      case WARM_UP, SETTLE, HOLD, STEADY ->
          phase
              + ", "
              + NumberText.time(Duration.ofSeconds(progress.elapsed().toSeconds()))
              + " of "
              + NumberText.time(progress.length());
      case DRAIN, VERIFY -> phase;
    };
  }

  private static String cores(double cores) {
    return Math.round(cores * 100) + " % of a core";
  }
}
