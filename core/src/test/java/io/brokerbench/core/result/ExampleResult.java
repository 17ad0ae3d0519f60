package io.brokerbench.core.result;

import io.brokerbench.core.drift.Drift;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.NoLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.PayloadSpec;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Session;
import io.brokerbench.core.scenario.Threshold;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.scenario.Workload;
import io.brokerbench.core.storm.StormOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;

/** A result with made-up figures, of which each test changes what it is about. */
public final class ExampleResult {

  private Optional<NegotiatedTls> tls = Optional.empty();
  private Backlog backlog = new Backlog(41, 0, 0, false);
  private Qos qos = Qos.AT_LEAST_ONCE;
  private Distribution distribution = Distribution.SHARED;
  private Messages messages =
      new Messages(120_000, 120_000, 120_000, 120_000, 120_000, 0, 0, 0, 0, List.of());
  private Throughput throughput = new Throughput(10_000, 9_999.9, 9_998.4);
  private Optional<Headroom> headroom = Optional.empty();
  private Verdict verdict = new Verdict(Verdict.Status.OK, true, List.of("all kept"));
  private Optional<BrokerUsage> brokerUsage =
      Optional.of(
          new BrokerUsage(
              6.1,
              61,
              30.5,
              OptionalDouble.of(61),
              OptionalDouble.of(61),
              412_300_000,
              OptionalDouble.of(16_393),
              OptionalDouble.of(32_786)));
  private Optional<Broadcast> broadcast = Optional.empty();
  private Optional<Failover> failover = Optional.empty();
  private Optional<StormOutcome> storm = Optional.empty();
  private Optional<Requests> requests = Optional.empty();
  private Optional<List<AgentUsage>> agents = Optional.empty();
  private Optional<Drift> drift = Optional.empty();
  private Optional<RunResult.WarmUp> warmUp = Optional.empty();
  private Optional<Machine> machine = Optional.of(ExampleMachine.quiet());
  private boolean healthy = true;
  private double pacing = 0.01;
  private double latencyScale = 1;
  private int timelineSeconds = 10;
  private int values = 10_000;
  private int overdue;
  private boolean connectsOnly;
  private long refused;
  private List<Threshold> thresholds = List.of();

  public ExampleResult qos(Qos value) {
    qos = value;
    return this;
  }

  public ExampleResult thresholds(String... values) {
    thresholds = Arrays.stream(values).map(Threshold::parse).toList();
    return this;
  }

  public ExampleResult distribution(Distribution value) {
    distribution = value;
    return this;
  }

  public ExampleResult messages(Messages value) {
    messages = value;
    return this;
  }

  public ExampleResult throughput(Throughput value) {
    throughput = value;
    return this;
  }

  public ExampleResult calibrated(boolean nearFloor) {
    headroom =
        Optional.of(
            new Headroom(
                Instant.parse("2026-11-20T09:00:00Z"),
                10,
                3_000_000,
                0.33,
                22.5,
                60_000,
                nearFloor));
    return this;
  }

  public ExampleResult requests(Requests value) {
    requests = Optional.of(value);
    return this;
  }

  /** How its warm-up of ten seconds ended. */
  public ExampleResult warmUp(RunResult.WarmUp.End end) {
    warmUp = Optional.of(new RunResult.WarmUp(10_000, end));
    return this;
  }

  /** One of a generator that was late was so by most of its latencies, unless said otherwise. */
  public ExampleResult verdict(Verdict.Status status, boolean complete, String... reasons) {
    verdict = new Verdict(status, complete, List.of(reasons));
    return status == Verdict.Status.GENERATOR_LIMITED ? pacing(0.5) : this;
  }

  /** What lateness alone makes of it, beside a broken contract. */
  public ExampleResult pace(Verdict.Status value) {
    verdict =
        new Verdict(verdict.status(), verdict.complete(), verdict.reasons(), Optional.of(value));
    return this;
  }

  /** Whose send loop was late by so much, in the median; end-to-end latencies have 0.61 ms. */
  public ExampleResult pacing(double medianMillis) {
    pacing = medianMillis;
    return this;
  }

  public ExampleResult brokerUsage(BrokerUsage value) {
    brokerUsage = Optional.of(value);
    return this;
  }

  public ExampleResult withoutBrokerUsage() {
    brokerUsage = Optional.empty();
    return this;
  }

  /** Carried by agents a, b, c, ...; the last of them ends before it reports. */
  public ExampleResult agents(int count) {
    agents = Optional.of(ExampleAgents.of(count));
    return this;
  }

  /** Of a long run. */
  public ExampleResult drift(Drift value) {
    drift = Optional.of(value);
    return this;
  }

  /** On another machine. */
  public ExampleResult machine(Machine value) {
    machine = Optional.of(value);
    return this;
  }

  /** As a build wrote it that did not look at the machine. */
  public ExampleResult withoutMachine() {
    machine = Optional.empty();
    return this;
  }

  public ExampleResult unhealthy() {
    healthy = false;
    return this;
  }

  public ExampleResult latencyScale(double value) {
    latencyScale = value;
    return this;
  }

  /** So many of each kind. */
  public ExampleResult latencies(int count) {
    values = count;
    return this;
  }

  /** Deliveries that had not arrived by the end, a minute after they were due. */
  public ExampleResult overdue(int value) {
    overdue = value;
    return this;
  }

  public ExampleResult timelineSeconds(int value) {
    timelineSeconds = value;
    return this;
  }

  /** With what a TLS handshake agreed on. */
  public ExampleResult tls(NegotiatedTls value) {
    tls = Optional.of(value);
    return this;
  }

  /** With another backlog. */
  public ExampleResult backlog(Backlog value) {
    backlog = value;
    return this;
  }

  /** A broadcast of ten bursts. */
  public ExampleResult broadcast(long incomplete) {
    broadcast = Optional.of(new Broadcast(10, incomplete, 10, 83_000, 91_000));
    return this;
  }

  /** With a fault that it got over. */
  public ExampleResult failover(Failover value) {
    failover = Optional.of(value);
    return this;
  }

  /** A node that was killed, and clients that were back after about a second. */
  public ExampleResult failover() {
    return failover(ExampleFailover.killed());
  }

  /** Nothing but connects. */
  public ExampleResult connectsOnly() {
    connectsOnly = true;
    qos = Qos.AT_MOST_ONCE;
    messages = new Messages(0, 0, 0, 0, 0, 0, 0, 0, 0, List.of());
    return this;
  }

  /** Of a storm. */
  public ExampleResult storm(StormOutcome value) {
    storm = Optional.of(value);
    return this;
  }

  /** With clients whose connection was refused. */
  public ExampleResult refused(long value) {
    refused = value;
    return this;
  }

  public RunResult build() {
    return new RunResult(
        RunResult.SCHEMA,
        scenario().andThresholds(thresholds),
        new BrokerIdentity(
            "Artemis",
            "2.55.0",
            BrokerIdentity.Origin.EMBEDDED,
            "embedded:artemis",
            brokerUsage.isPresent()
                ? Optional.of(
                    new ResourceLimits(OptionalDouble.of(1.5), OptionalLong.of(536_870_912)))
                : Optional.empty()),
        new DriverInfo("swarm", "epoll", 2, tls, 1),
        new Environment(
            "0.1.0", "Linux 6.1", "amd64", "Example CPU", 2, 8_000_000_000L, "Example 17.0.1"),
        Instant.parse("2026-11-21T10:02:11.123456Z"),
        messages,
        warmUp,
        throughput,
        latencies(),
        backlog,
        new GeneratorUsage(
            2.2, 22, 11, OptionalDouble.of(22), 118_000_000, 3.5, 12, healthy, headroom, agents),
        brokerUsage,
        Optional.empty(),
        connections(),
        broadcast,
        failover,
        storm,
        requests,
        Optional.empty(),
        machine,
        drift,
        Optional.empty(),
        timeline(),
        verdict);
  }

  private Connections connections() {
    return new Connections(
        1_000,
        1_000 - refused,
        refused,
        0,
        0.412,
        2_427,
        2_427,
        OptionalDouble.of(121),
        brokerUsage.isPresent() ? OptionalDouble.of(98) : OptionalDouble.empty(),
        List.of());
  }

  private Scenario scenario() {
    if (connectsOnly) {
      return new Scenario(
          "CONNBURST",
          "Clients connect.",
          new Topology(1_000, 0, Distribution.NONE),
          new Workload(qos, new PayloadSpec(32), false, new NoLoad(), 42),
          new Session(Protocol.MQTT_3_1_1, false, 0, 100, Duration.ofSeconds(60)),
          new Phases(
              Duration.ZERO,
              Duration.ofSeconds(2),
              Duration.ofSeconds(30),
              Duration.ofSeconds(60)));
    }
    int consumers = distribution == Distribution.SINGLE ? 1 : 10;
    return new Scenario(
        "FANIN.Q1.PERSISTENT.SHARED",
        "Many publishers feed few consumers.",
        new Topology(1_000, consumers, distribution),
        new Workload(qos, new PayloadSpec(32), false, new ConstantLoad(Rate.perSecond(10_000)), 42),
        new Session(Protocol.MQTT_3_1_1, true, 0, 100, Duration.ofSeconds(60)),
        new Phases(
            Duration.ofSeconds(2),
            Duration.ofSeconds(10),
            Duration.ofSeconds(30),
            Duration.ofSeconds(60)));
  }

  private Latencies latencies() {
    Map<LatencyKind, LatencySummary> latencies = new EnumMap<>(LatencyKind.class);
    latencies.put(LatencyKind.END_TO_END, LatencySummary.of(histogram(0.61), missing()));
    latencies.put(LatencyKind.SERVICE, summary(0.48));
    latencies.put(LatencyKind.SEND_DELAY, summary(0.11));
    if (qos != Qos.AT_MOST_ONCE) {
      latencies.put(LatencyKind.ACKNOWLEDGE, summary(0.52));
    }
    if (broadcast.isPresent()) {
      latencies.put(LatencyKind.TIME_TO_LAST, summary(12));
    }
    latencies.put(LatencyKind.SUBSCRIBE, summary(1));
    latencies.put(LatencyKind.CONNECT, summary(3));
    latencies.put(LatencyKind.CONNECT_TCP, summary(1));
    latencies.put(LatencyKind.CONNECT_MQTT, summary(2));
    latencies.put(LatencyKind.CONNECT_PACING, summary(0.02));
    latencies.put(LatencyKind.PACING, summary(pacing));
    return new Latencies(latencies);
  }

  private LatencySummary summary(double medianMillis) {
    return LatencySummary.of(histogram(medianMillis));
  }

  private Histogram missing() {
    Histogram missing = new Histogram(3);
    missing.recordValueWithCount(60_000_000_000L, overdue);
    return missing;
  }

  private Histogram histogram(double medianMillis) {
    Histogram histogram = new Histogram(3);
    for (int i = 0; i < values; i++) {
      double u = (i + 0.5) / 10_000;
      histogram.recordValue(
          (long) (medianMillis * latencyScale * 1e6 * Math.pow(0.5 / (1 - u), 0.35)) + 1);
    }
    return histogram;
  }

  private List<TimelineInterval> timeline() {
    List<TimelineInterval> intervals = new ArrayList<>();
    for (int second = 0; second < timelineSeconds; second++) {
      boolean quiet = second == 0;
      intervals.add(
          new TimelineInterval(
              second * 1_000L,
              1_000,
              second < 2 ? TimelineInterval.Part.WARM_UP : TimelineInterval.Part.STEADY,
              10_000,
              10_000,
              10_000,
              12,
              quiet ? OptionalLong.empty() : OptionalLong.of(610_000),
              quiet ? OptionalLong.empty() : OptionalLong.of(2_100_000),
              quiet ? OptionalLong.empty() : OptionalLong.of(9_700_000),
              brokerUsage.isPresent() ? OptionalDouble.of(61) : OptionalDouble.empty(),
              brokerUsage.isPresent() ? OptionalLong.of(412_300_000) : OptionalLong.empty(),
              OptionalDouble.of(22),
              brokerUsage.isPresent()
                  ? Optional.of(
                      new BrokerMetrics(
                          OptionalLong.of(17), OptionalLong.of(1_010), OptionalLong.empty()))
                  : Optional.empty(),
              machine.map(
                  m -> new MachineInterval(m.otherCpuCores(), m.stealCores(), m.pressure()))));
    }
    return intervals;
  }
}
