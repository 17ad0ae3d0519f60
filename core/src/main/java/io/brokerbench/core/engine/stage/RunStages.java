package io.brokerbench.core.engine.stage;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.base.OutOfMemory;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.engine.lane.RequestReport;
import io.brokerbench.core.engine.measure.Companion;
import io.brokerbench.core.engine.measure.IntervalSample;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.engine.worker.Worker;
import io.brokerbench.core.engine.worker.WorkerResult;
import io.brokerbench.core.engine.worker.WorkerStatus;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Scenario;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/** The stages of one run, in the order of its methods. Belongs to the rig's thread. */
public final class RunStages {

  /** Between two looks at the worker. */
  private static final long POLL_NANOS = 2_000_000;

  /** Wait for what may come after the last delivery owed, such as duplicates. */
  private static final long AFTERGLOW_NANOS = 250_000_000;

  /** How far ahead lanes of this process know of an early end. */
  private static final long LEAST_NOTICE_NANOS = 100_000_000;

  private static final long SECOND = 1_000_000_000L;

  private final Scenario scenario;
  private final Broker broker;
  private final Worker worker;
  private final NanoClock clock;
  private final StopSignal stop;
  private final RunListener listener;
  private final ProgressReporter progress;
  private final TimelineBuilder intervals;
  private final UsageMonitor usage;
  private final Optional<Companion> companion;

  private final WarmUpWatch warmUp;
  private final StormPreparation preparation;
  private final BrokerEnd brokerEnd;
  private final ClientSetUp setUp;
  private final Disturbances disturbances;
  private boolean settling;
  private RunTimes planned;
  private RunTimes times;

  /** When it last checked whether a phase is over. */
  private long endedAt;

  /** Whether clients failed, which the end of the broker may be the reason of. */
  private boolean clientsFailed;

  /** Seconds of the load whose use is known; -1 until it begins, which may be long after this. */
  private int secondsSampled = -1;

  private OptionalLong queuedBefore = OptionalLong.empty();
  private Optional<String> drainDoubt = Optional.of("the run broke off");
  private Optional<String> failure = Optional.empty();

  public RunStages(
      Scenario scenario,
      Broker broker,
      Worker worker,
      StopSignal stop,
      RunListener listener,
      RigSettings settings) {
    this.scenario = scenario;
    this.broker = broker;
    this.worker = worker;
    this.clock = settings.clock();
    this.stop = stop;
    this.listener = listener;
    this.intervals =
        new TimelineBuilder(
            worker.partsOfSecond(), scenario.phases().longest().toSeconds() + 1, this::read);
    this.progress = new ProgressReporter(listener, scenario.clients(), worker::agentProgress);
    this.companion = settings.companion();
    this.usage =
        new UsageMonitor(broker, companion.flatMap(Companion::broker), worker, clock.nanoTime());
    this.warmUp = new WarmUpWatch(scenario, broker.isJvm());
    this.preparation = new StormPreparation(scenario);
    this.brokerEnd = new BrokerEnd(broker, clock);
    this.setUp =
        new ClientSetUp(
            scenario,
            worker,
            stop,
            brokerEnd,
            new MissingClients(scenario, broker, worker),
            new PhaseWait());
    this.disturbances =
        new Disturbances(scenario, broker, settings.faultCommands(), clock, listener);
  }

  public void connect() throws RunException, InterruptedException {
    long now = clock.nanoTime();
    usage.markConnectStart(now);
    worker.connect(scenario.session().connectRate().isPresent() ? now + worker.leadNanos() : now);
    failure = setUp.connect();
    usage.markConnectEnd(clock.nanoTime());
    worker.endConnecting();
  }

  /** After {@link #connect}. */
  public void subscribe() throws RunException, InterruptedException {
    setUp.subscribe();
  }

  /**
   * Warm-up and steady state.
   *
   * @throws RunException if the tool is out of memory: what it counted since is not to be trusted
   */
  public void load() throws RunException, InterruptedException {
    long soonest = clock.nanoTime() + worker.leadNanos();
    long start = companion.isPresent() ? companion.get().begin(soonest) : soonest;
    planned = RunTimes.from(start, scenario.phases());
    queuedBefore = queued();
    worker.start(planned);
    disturbances.plan(planned);
    enterLoad(Phase.WARM_UP, scenario.phases().warmUp(), look());
    WorkerStatus status = step();
    while (!isOver(planned.steadyStart(), status)) {
      status = step();
      settle(status);
    }
    if (!stop.isRequested()) {
      Optional<String> unprepared = preparation.missing(status);
      failure = failure.or(() -> unprepared);
    }
    usage.markSteadyStart(clock.nanoTime());
    enterLoad(Phase.STEADY, scenario.phases().steady(), status);
    while (!isOver(planned.steadyEnd(), status)) {
      status = step();
    }
    if (stop.isRequested() && failure.isEmpty()) {
      announceEnd();
    }
    usage.markSteadyEnd(endedAt);
    times = planned.endingAt(endedAt);
    worker.endSendingAt(times.steadyEnd());
    usage.markOthersEnd();
    Optional<String> leftOut =
        disturbances.endLoad(endedAt, times.steadyEnd() != planned.steadyEnd());
    failure = failure.or(() -> leftOut);
    if (clientsFailed) {
      failure = Optional.of(brokerEnd.or(failure.orElseThrow()));
    }
  }

  /** All lanes know of an early end before it comes, so that they count and act until the same. */
  private void announceEnd() throws RunException, InterruptedException {
    long end = planned.steadyEnd();
    long soonest = clock.nanoTime() + Math.max(worker.leadNanos(), LEAST_NOTICE_NANOS);
    if (soonest - end < 0) {
      end = soonest;
      worker.endSendingAt(end);
    }
    while (failure.isEmpty() && clock.nanoTime() - end < 0) {
      isOver(end, step());
    }
    if (failure.isEmpty()) {
      endedAt = end;
    }
  }

  /** Ends a warm-up that may go on, once the broker has settled. */
  private void settle(WorkerStatus status) {
    Phases phases = scenario.phases();
    warmUp.prepared(
        endedAt - planned.start() >= phases.warmUp().toNanos()
            && preparation.missing(status).isEmpty());
    if (!settling && phases.settles() && endedAt - planned.start() >= phases.warmUp().toNanos()) {
      settling = true;
      enterLoad(Phase.SETTLE, phases.longestWarmUp().minus(phases.warmUp()), status);
    }
    warmUp
        .steadyStart(planned, clock.nanoTime(), worker.leadNanos())
        .ifPresent(
            at -> {
              planned = planned.steadyFrom(at);
              worker.beginSteadyAt(at);
              disturbances.plan(planned);
            });
  }

  /** Where nothing is sent, warm-up and steady state are one, and nothing but a wait. */
  private void enterLoad(Phase phase, Duration length, WorkerStatus status) {
    boolean connectsOnly = scenario.connectsOnly();
    if (!connectsOnly || !length.isZero()) {
      progress.enter(connectsOnly ? Phase.HOLD : phase, length, clock.nanoTime(), status);
    }
  }

  private WorkerStatus step() throws RunException, InterruptedException {
    pause();
    WorkerStatus status = look();
    Optional<RunException> failed = status.failure();
    if (failed.isPresent() && OutOfMemory.isSaidBy(failed.get().getMessage())) {
      throw failed.get();
    }
    return status;
  }

  private boolean isOver(long instant, WorkerStatus status) {
    endedAt = clock.nanoTime();
    boolean all = status.connected() == scenario.clients();
    if (failure.isEmpty()) {
      failure = endOfBroker(all);
    }
    if (failure.isEmpty() && status.failure().isPresent()) {
      failure = Optional.of(status.failure().get().getMessage());
      clientsFailed = true;
    }
    return failure.isPresent() || stop.isRequested() || endedAt - instant >= 0;
  }

  /** What went wrong where the broker has ended, and nothing excuses it. */
  private Optional<String> endOfBroker(boolean allClientsConnected) {
    return disturbances.excuseEndOfBroker(allClientsConnected)
        ? Optional.empty()
        : broker.failure();
  }

  /**
   * Undoes what commands have done to a broker that others run, and waits for those that run still,
   * each within its limit; however the run has gone.
   *
   * @throws InterruptedException if interrupted
   */
  public void endFault() throws InterruptedException {
    disturbances.endFault(clock.nanoTime());
    while (disturbances.isFaultUnderWay()) {
      pause();
      Optional<String> notUndone = disturbances.advanceFault(clock.nanoTime());
      failure = failure.or(() -> notUndone);
    }
  }

  /**
   * Waits until everything owed has arrived, until what is missing is shown to be gone, or for the
   * limit. A run that broke off has nothing to wait for.
   */
  public void drain() throws RunException, InterruptedException {
    if (scenario.connectsOnly()) {
      return;
    }
    Duration limit = scenario.phases().drainLimit();
    long begin = clock.nanoTime();
    progress.enter(Phase.DRAIN, limit, begin, look());
    if (failure.isPresent()) {
      return;
    }
    DrainWatch watch =
        new DrainWatch(
            scenario.clientsAtEnd(),
            scenario.phases().quietPeriod().plus(scenario.session().deliveryDelay()).toNanos(),
            queuedBefore,
            companion.filter(Companion::sharesBroker).isPresent(),
            usage::brokerWaitsForDisk);
    WorkerStatus status =
        await(
            begin + limit.toNanos(),
            s ->
                s.failure().isPresent()
                    || endOfBroker(isAllBack(s)).isPresent()
                    || (disturbances.areConsumersBack()
                        && s.away() == 0
                        && (!scenario.expectsBrokenConnections() || isAllBack(s))
                        && s.sendingDone()
                        && s.backlog() == 0)
                    || watch.look(clock.nanoTime(), s, queued(), worker::probe));
    drainDoubt = watch.doubt();
    Optional<String> ended = endOfBroker(isAllBack(status));
    if (ended.isPresent()) {
      failure = ended;
    } else if (status.failure().isPresent()) {
      failure = Optional.of(brokerEnd.or(status.failure().get().getMessage()));
    } else {
      long afterglow = Math.min(AFTERGLOW_NANOS, limit.toNanos());
      await(clock.nanoTime() + afterglow, s -> s.failure().isPresent());
    }
  }

  private OptionalLong queued() {
    return broker.metrics().queuedMessages();
  }

  private boolean isAllBack(WorkerStatus status) {
    return status.connected() == scenario.clientsAtEnd();
  }

  public RunRecord verify() throws RunException, InterruptedException {
    long end = clock.nanoTime();
    progress.enter(Phase.VERIFY, Duration.ZERO, end, look());
    WorkerResult result = worker.finish(worker.freeze());
    WorkerStatus status = worker.status();
    intervals.add(status.newIntervals());
    intervals.add(result.lastIntervals());
    if (failure.isEmpty()) {
      failure = status.failure().map(RunException::getMessage);
    }
    boolean complete = failure.isEmpty() && times.steadyEnd() == planned.steadyEnd();
    return new RunRecord(
        times,
        warmUp.result(times),
        complete,
        end,
        result,
        intervals,
        usage,
        failure,
        disturbances.faults(),
        drainDoubt.or(() -> result.requests().flatMap(RequestReport::doubt)));
  }

  /** Phases that end by a condition, or by their limit. */
  private final class PhaseWait implements ClientSetUp.Waiting {

    @Override
    public WorkerStatus await(Phase phase, Duration limit, Predicate<WorkerStatus> condition)
        throws RunException, InterruptedException {
      long begin = clock.nanoTime();
      progress.enter(phase, limit, begin, look());
      return RunStages.this.await(begin + limit.toNanos(), condition);
    }
  }

  private WorkerStatus await(long deadline, Predicate<WorkerStatus> condition)
      throws RunException, InterruptedException {
    WorkerStatus status = look();
    while (!condition.test(status) && clock.nanoTime() - deadline < 0) {
      status = step();
    }
    return status;
  }

  private WorkerStatus look() {
    long now = clock.nanoTime();
    WorkerStatus status = worker.status();
    intervals.add(status.newIntervals());
    usage.gcOfWorkers(status.gcMillis());
    if (planned != null && now - planned.start() >= (secondsSampled + 1) * SECOND) {
      sampleUsage(now);
    }
    Optional<String> notDone = disturbances.advance(now, worker, status.away());
    failure = failure.or(() -> notDone);
    progress.update(now, status);
    listener.onDeliveries(status.received());
    return status;
  }

  /** A second that was looked at too late has no figures of its own. */
  private void sampleUsage(long now) {
    UsageMonitor.Second figures = usage.sinceLast(now).with(broker.metrics());
    int passed = (int) ((now - planned.start()) / SECOND);
    if (secondsSampled >= 0 && passed == secondsSampled + 1) {
      intervals.keep(secondsSampled, figures);
      if (planned.start() + secondsSampled * SECOND - planned.steadyStart() < 0) {
        warmUp.used(secondsSampled, figures.broker(), figures.own());
      }
    }
    secondsSampled = passed;
    progress.usage(figures, intervals);
    listener.onBroker(new BrokerIntervalReading(figures.brokerRssBytes(), figures.metrics()));
  }

  private void read(IntervalSample complete) {
    RunTimes known = times == null ? planned : times;
    long from = known.start() + complete.second() * SECOND;
    if (from - known.steadyStart() < 0) {
      warmUp.delivered(complete);
    } else if (from - known.steadyEnd() < 0) {
      listener.onLatencies(complete.endToEnd(), complete.service());
    }
  }

  static void pause() throws InterruptedException {
    LockSupport.parkNanos(POLL_NANOS);
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }
}
