package io.brokerbench.core.engine.judge;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.RequiredCapabilities;
import io.brokerbench.core.drift.Drift;
import io.brokerbench.core.engine.assignment.AgentRecord;
import io.brokerbench.core.engine.assignment.Assignment;
import io.brokerbench.core.engine.measure.BacklogTrend;
import io.brokerbench.core.engine.measure.Companion;
import io.brokerbench.core.engine.measure.ConnectHealth;
import io.brokerbench.core.engine.measure.FailoverReport;
import io.brokerbench.core.engine.measure.GeneratorHealth;
import io.brokerbench.core.engine.measure.LaneReport;
import io.brokerbench.core.engine.stage.RunRecord;
import io.brokerbench.core.engine.worker.AgentPool;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.figure.DriftText;
import io.brokerbench.core.load.OnOff;
import io.brokerbench.core.load.OpenLoad;
import io.brokerbench.core.result.Backlog;
import io.brokerbench.core.result.Broadcast;
import io.brokerbench.core.result.BrokerUsage;
import io.brokerbench.core.result.Connections;
import io.brokerbench.core.result.DriverInfo;
import io.brokerbench.core.result.Failover;
import io.brokerbench.core.result.GeneratorUsage;
import io.brokerbench.core.result.Latencies;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.LatencySummary;
import io.brokerbench.core.result.Machine;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.Requests;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Throughput;
import io.brokerbench.core.result.TimelineInterval;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.core.scenario.DeliveryContract;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.storm.StormOutcome;
import io.brokerbench.core.telemetry.CpuUsage;
import io.brokerbench.core.telemetry.EnvironmentProbe;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/** Makes the result document of what a run left. */
public final class ResultAssembler {

  private final Assignment clients;
  private final Scenario scenario;
  private final Broker broker;
  private final DriverInfo driver;
  private final Optional<HeadroomGauge> headroom;
  private final boolean closed;
  private final boolean strict;

  /** Whether CPU is used for other runs as well, so that none is known for a message. */
  private final boolean sharesBroker;

  private final AgentFindings agents;

  /**
   * Of one run.
   *
   * @param clients all clients of the run
   * @param agents on other machines that carried them; empty for none
   */
  public ResultAssembler(
      Assignment clients,
      Broker broker,
      DriverInfo driver,
      RigSettings settings,
      List<AgentRecord> agents) {
    this.clients = clients;
    this.scenario = clients.scenario();
    this.broker = broker;
    this.driver = driver;
    this.sharesBroker = settings.companion().filter(Companion::sharesBroker).isPresent();
    this.headroom =
        HeadroomGauge.of(settings.calibration(), driver, settings.precision())
            .filter(gauge -> !sharesBroker);
    this.strict = settings.strict();
    this.closed =
        !(scenario.workload().load() instanceof OpenLoad) && scenario.stormOfMessages().isEmpty();
    Duration timedWithin = settings.agentPool().map(AgentPool::timedWithin).orElse(Duration.ZERO);
    this.agents = new AgentFindings(scenario, agents, timedWithin, closed);
  }

  public RunResult assemble(Instant startedAt, RunRecord run) {
    Messages messages = AccountSummary.messages(scenario, run, sharesClock());
    Optional<Requests> requests = RequestSummary.of(scenario.topology(), run);
    Throughput throughput = throughput(run);
    Latencies latencies = latencies(run.result().report());
    Backlog backlog = backlog(run, throughput, messages);
    List<String> complaints = complaints(run);
    GeneratorUsage generator = generator(run, complaints.isEmpty(), throughput, latencies);
    Connections connections = BurstSummary.connections(scenario, run, sharesBroker);
    Optional<Broadcast> broadcast =
        BurstSummary.broadcast(scenario, run.result().report().broadcast());
    Optional<Failover> failover =
        new FailoverSummary(
                run,
                scenario.session().consumerProtocol() == Protocol.JMS,
                FailoverSummary.loadedTime(scenario),
                agents.clockErrorNanos())
            .failover();
    Optional<StormOutcome> storm = StormSummary.of(clients, run);
    Optional<Machine> machine =
        scenario.connectsOnly() ? run.usage().connectMachine() : run.usage().steadyMachine();
    List<String> others =
        machine.stream().flatMap(m -> m.disturbedBy().stream()).map(Machine.Finding::text).toList();
    List<TimelineInterval> timeline = run.intervals().timeline(run.times(), run.end());
    Optional<Drift> drift = DriftSeries.of(scenario, sharesBroker, timeline, run.intervals()::held);
    Verdict verdict =
        scenario.connectsOnly()
            ? new ConnectJudge(run, complaints)
                .judge(connections, failover)
                .disturbedBy(others, strict)
                .alsoSaying(unexpectedReconnects(run))
            : new Judge(scenario, run, complaints)
                .overcoming(failover, run.result().report().failover().clients())
                .naming(AccountSummary.damaged(run).first())
                .weathering(storm)
                .judge(messages, throughput, latencies, backlog, generator)
                .disturbedBy(others, strict)
                .alsoSaying(agents.remarks())
                .alsoSaying(AccountSummary.earlyByOtherClock(scenario, run, sharesClock()))
                .alsoSaying(lateConnects(run))
                .alsoSaying(unexpectedReconnects(run))
                .alsoSaying(standIn())
                .alsoSaying(ownShare(run))
                .alsoSaying(requests.map(RequestSummary::remarks).orElse(List.of()))
                .alsoSaying(drift.map(DriftText::findings).orElse(List.of()));
    return new RunResult(
        RunResult.SCHEMA,
        scenario,
        broker.identity(),
        driver,
        new EnvironmentProbe().probe(),
        startedAt,
        messages,
        Optional.of(run.warmUp()),
        throughput,
        latencies,
        backlog,
        generator,
        brokerUsage(run, throughput),
        sharesBroker ? Optional.of(true) : Optional.empty(),
        connections,
        broadcast,
        failover,
        storm,
        requests,
        AccountSummary.payloadBytes(scenario, run, storm),
        machine,
        drift,
        Optional.of(run.result().report().reasonCodes()).filter(codes -> !codes.isEmpty()),
        timeline,
        verdict);
  }

  private Throughput throughput(RunRecord run) {
    LaneReport.Counts counts = run.result().report().counts();
    double seconds = run.steadySeconds();
    if (seconds == 0) {
      return new Throughput(0, 0, 0);
    }
    double sent = counts.steadySent() / seconds;
    long offered = run.result().report().latencies().of(LatencyKind.PACING).getTotalCount();
    return new Throughput(
        closed || scenario.stormOfMessages().isPresent() ? sent : offered / seconds,
        sent,
        counts.steadyReceived() / seconds);
  }

  private Latencies latencies(LaneReport report) {
    Map<LatencyKind, LatencySummary> latencies = new EnumMap<>(LatencyKind.class);
    for (LatencyKind kind : LatencyKind.values()) {
      latencies.put(
          kind, LatencySummary.of(report.latencies().of(kind), report.overdue().of(kind)));
    }
    latencies.put(
        LatencyKind.TIME_TO_LAST,
        LatencySummary.of(
            scenario.stormOfMessages().isPresent()
                ? StormSummary.timeToLast(scenario, report.storm())
                : BurstSummary.timeToLast(scenario, report.broadcast())));
    return new Latencies(latencies);
  }

  /** What never came by right is in the backlog, and does not wait. */
  private Backlog backlog(RunRecord run, Throughput throughput, Messages messages) {
    int fanOut = scenario.promptFanOut();
    LaneReport report = run.result().report();
    long ofWarmUp =
        report.counts().sent() - report.latencies().of(LatencyKind.SEND_DELAY).getTotalCount();
    double deliveries = throughput.sentPerSecond() * run.steadySeconds() * fanOut;
    BacklogTrend trend =
        new BacklogTrend(
            report.leastBacklogs(), ofWarmUp * fanOut, deliveries, run.steadySeconds());
    boolean ofAll = scenario.slowConsumers().isEmpty(); // else the backlog is that of the others
    long lost = ofAll && DeliveryContract.of(scenario).mayLose() ? messages.lost() : 0;
    return new Backlog(
        run.result().backlogHighWaterMark(),
        trend.atStart(),
        trend.atEnd(),
        trend.fellBehind(lost + messages.expired().orElse(0)));
  }

  /** Where the generator was late enough by itself, the calibration has nothing to add. */
  private List<String> complaints(RunRecord run) {
    List<String> complaints =
        new ArrayList<>(
            agents.any()
                ? agents.complaints(
                    scenario.connectsOnly()
                        ? run.result().report().latencies().of(LatencyKind.CONNECT)
                        : run.result().report().endToEndWithOverdue(),
                    shareOfLoad())
                : health(run).complaints());
    GeneratorHealth.lateNotice(
            run.result().report().counts().lateNoticeNanos(), run.steadySeconds())
        .ifPresent(complaints::add);
    if (!scenario.connectsOnly()) {
      if (!agents.any()) {
        run.result().busiest().complaint(shareOfLoad()).ifPresent(complaints::add);
      }
      ConnectHealth.lateness(
              "clients of the storm came late",
              "storm",
              run.result().report().latencies().of(LatencyKind.STORM),
              run.result().report().latencies().of(LatencyKind.STORM_PACING))
          .ifPresent(complaints::add);
    }
    if (agents.any()) {
      if (!run.faults().isEmpty() || run.result().report().failover().clients().broken() > 0) {
        complaints.addAll(agents.clocksNotKnown());
      }
      return complaints;
    }
    if (scenario.connectsOnly()) {
      complaints.addAll(connectHealth(run.result().report()).complaints());
    } else if (complaints.isEmpty() && headroom.isPresent()) {
      complaints.addAll(headroom.get().complaints(publishers(), ownCores(run), pacing(run)));
    }
    return complaints;
  }

  /** Whether all clients and the broker's process are known to be on this machine. */
  private boolean sharesClock() {
    return broker.pid().isPresent() && !agents.any();
  }

  /** Share of the steady state in which threads without a schedule have something to do. */
  private double shareOfLoad() {
    return closed ? 1 : scenario.workload().onOff().map(OnOff::share).orElse(1.0);
  }

  /** Where messages are what is measured, connects that were late change nothing else. */
  private List<String> lateConnects(RunRecord run) {
    return scenario.session().connectRate().isPresent()
        ? connectHealth(run.result().report()).complaints()
        : List.of();
  }

  /** What was measured is not quite what the scenario says. */
  private List<String> standIn() {
    return broker.topicMapping().groupQueues().isPresent()
            && RequiredCapabilities.sharesDurably(scenario)
        ? List.of(
            "a virtual topic, with one queue for all consumers, stood in for the shared durable"
                + " subscription that "
                + broker.identity().product()
                + " does not have")
        : List.of();
  }

  /** Where the tool was in time, some of the percentiles may still be its own. */
  private List<String> ownShare(RunRecord run) {
    GeneratorHealth health = health(run);
    return agents.any() || run.failure().isPresent() || !health.complaints().isEmpty()
        ? List.of()
        : health.remarks();
  }

  /** A pair may change over by itself: the run goes on, and says so. */
  private List<String> unexpectedReconnects(RunRecord run) {
    FailoverReport.Clients clients = run.result().report().failover().clients();
    return !run.faults().isEmpty()
            || clients.broken() == 0
            || scenario.cutsClientsOff()
            || scenario.slowConsumers().isPresent()
        ? List.of()
        : List.of(
            NumberText.sentence(
                "%s connections broke without a fault, and %s were made again",
                clients.broken(), clients.reconnects()));
  }

  private ConnectHealth connectHealth(LaneReport report) {
    return new ConnectHealth(
        report.latencies().of(LatencyKind.CONNECT),
        scenario
            .session()
            .connectRate()
            .map(rate -> report.latencies().of(LatencyKind.CONNECT_PACING)),
        report.connects().span().busyCores(),
        driver.lanes(),
        Runtime.getRuntime().availableProcessors());
  }

  private int publishers() {
    return scenario.topology().publishers();
  }

  /** 0 where other runs of this process have a part in it that is not known. */
  private double ownCores(RunRecord run) {
    return sharesBroker ? 0 : run.usage().ownSteady().map(CpuUsage::cores).orElse(0.0);
  }

  private Optional<LatencySummary> pacing(RunRecord run) {
    return closed
        ? Optional.empty()
        : Optional.of(LatencySummary.of(run.result().report().latencies().of(LatencyKind.PACING)));
  }

  private GeneratorHealth health(RunRecord run) {
    Optional<Histogram> pacing =
        closed
            ? Optional.empty()
            : Optional.of(run.result().report().latencies().of(LatencyKind.PACING));
    return new GeneratorHealth(
        run.result().report().endToEndWithOverdue(),
        pacing,
        ownCores(run),
        Runtime.getRuntime().availableProcessors());
  }

  private GeneratorUsage generator(
      RunRecord run, boolean healthy, Throughput throughput, Latencies latencies) {
    LaneReport report = run.result().report();
    Optional<CpuUsage> cpu = run.usage().ownSteady();
    return new GeneratorUsage(
        cpu.map(CpuUsage::seconds).orElse(0.0),
        cpu.map(CpuUsage::percentOfCore).orElse(0.0),
        cpu.map(CpuUsage::percentOfSystem).orElse(0.0),
        cpu.map(u -> costOf(u, report.counts().steadySent())).orElse(OptionalDouble.empty()),
        run.usage().peakOwnRssBytes(),
        run.usage().steadyGcMillis(),
        report.counts().backPressured(),
        healthy,
        headroom.map(g -> g.headroom(publishers(), throughput, latencies, ownCores(run))),
        agents.usage());
  }

  private Optional<BrokerUsage> brokerUsage(RunRecord run, Throughput throughput) {
    LaneReport.Counts counts = run.result().report().counts();
    return run.usage()
        .brokerSteady()
        .map(
            cpu ->
                new BrokerUsage(
                    cpu.seconds(),
                    cpu.percentOfCore(),
                    cpu.percentOfSystem(),
                    costOf(cpu, counts.steadySent()),
                    costOf(cpu, counts.steadyReceived()),
                    run.usage().peakBrokerRssBytes(),
                    projected(throughput, cpu, cpu.percentOfCore()),
                    projected(throughput, cpu, cpu.percentOfSystem())));
  }

  private OptionalDouble costOf(CpuUsage cpu, long messages) {
    return sharesBroker ? OptionalDouble.empty() : cpu.knownMicrosPer(messages);
  }

  private OptionalDouble projected(Throughput throughput, CpuUsage cpu, double percent) {
    return cpu.isKnown() && !sharesBroker && percent > 0
        ? OptionalDouble.of(BrokerUsage.atFullCpu(throughput.receivedPerSecond(), percent))
        : OptionalDouble.empty();
  }
}
