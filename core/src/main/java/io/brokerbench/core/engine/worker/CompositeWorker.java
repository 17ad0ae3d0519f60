package io.brokerbench.core.engine.worker;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.driver.EndpointConnects;
import io.brokerbench.core.engine.measure.FailoverReport;
import io.brokerbench.core.engine.measure.IntervalSample;
import io.brokerbench.core.engine.measure.LaneReport;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.engine.measure.SentMessages;
import io.brokerbench.core.result.DriverInfo;
import io.brokerbench.core.result.NegotiatedTls;
import io.brokerbench.core.storm.StormReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Several workers, each in a JVM of its own, behind the interface of one.
 *
 * <p>A worker that fails ends the run, as a failed lane does; what the others counted is kept, and
 * what it had counted is missing from the account. Of an outage nothing is reported then, as what
 * was delivered meanwhile is not all known.
 */
class CompositeWorker implements Worker {

  private static final Logger LOG = LoggerFactory.getLogger(CompositeWorker.class);
  private static final long ANSWER_SECONDS = 20;
  private static final long CLOSE_NANOS = 12_000_000_000L;
  private static final long CLOSE_AFTER_FAILURE_NANOS = 4_000_000_000L;

  /** As a result is large, no more than these wait to be merged. */
  private static final int RESULTS_AT_A_TIME = 32;

  private final WorkerLinks team;
  private final List<DriverInfo> drivers;
  private final List<IntervalSample> intervals = new ArrayList<>();
  private final NanoClock clock;
  private final TickMerger book;
  private final long leadNanos;
  private RunTimes times;
  private Optional<RunException> failure = Optional.empty();

  /**
   * Workers whose drivers are open.
   *
   * @param drivers of each, in the order of their links
   * @param leadNanos how far ahead a common instant has to lie, for all to know it by then
   */
  CompositeWorker(WorkerLinks team, List<DriverInfo> drivers, NanoClock clock, long leadNanos) {
    this.team = team;
    this.drivers = new ArrayList<>(drivers);
    this.book = new TickMerger(team.links().size());
    this.clock = clock;
    this.leadNanos = leadNanos;
  }

  /** A tick of one of them has come. */
  void onTick(int worker, WorkerAnswer.Tick tick) {}

  /** One of them has handed over what it counted. */
  void onFinished(int worker, WorkerResult result) {}

  /** The run's instants; null before it started. */
  RunTimes times() {
    return times;
  }

  private void send(WorkerCommand command) {
    team.send(command);
  }

  @Override
  public void connect(long startNanos) {
    send(new WorkerCommand.Connect(startNanos));
  }

  @Override
  public void endConnecting() {
    send(new WorkerCommand.EndConnecting());
  }

  @Override
  public void subscribe(int fromConsumer, int toConsumer) {
    send(new WorkerCommand.Subscribe(fromConsumer, toConsumer));
  }

  @Override
  public void start(RunTimes runTimes) {
    times = runTimes;
    book.start(runTimes);
    send(new WorkerCommand.Start(runTimes));
  }

  @Override
  public void beginSteadyAt(long nanos) {
    times = times.steadyFrom(nanos);
    book.start(times);
    send(new WorkerCommand.BeginSteady(nanos));
  }

  @Override
  public void sendAway(int belowConsumer) {
    send(new WorkerCommand.SendAway(belowConsumer));
  }

  @Override
  public void bringBack(int belowConsumer) {
    send(new WorkerCommand.BringBack(belowConsumer));
  }

  @Override
  public void endSendingAt(long nanos) {
    if (times != null) {
      times = times.endingAt(nanos);
      book.start(times);
    }
    send(new WorkerCommand.EndSending(nanos));
  }

  @Override
  public void probe() {
    send(new WorkerCommand.Probe());
  }

  @Override
  public WorkerStatus status() {
    for (int i = 0; i < team.links().size(); i++) {
      WorkerLink link = team.links().get(i);
      for (WorkerAnswer.Tick tick : link.takeTicks()) {
        book.add(tick, clock.nanoTime());
        onTick(i, tick);
        intervals.addAll(tick.status().intervals());
        tick.failure().ifPresent(message -> fail(new RunException(message, null)));
      }
      link.failure().ifPresent(this::fail);
    }
    List<IntervalSample> closed = List.copyOf(intervals);
    intervals.clear();
    return book.status(closed, failure, clock.nanoTime());
  }

  private void fail(RunException reason) {
    if (failure.isEmpty()) {
      failure = Optional.of(reason);
    }
  }

  @Override
  public int partsOfSecond() {
    return team.links().size();
  }

  @Override
  public List<Long> pids() {
    return team.links().stream().map(WorkerLink::pid).filter(pid -> pid != 0).toList();
  }

  @Override
  public long leadNanos() {
    return leadNanos;
  }

  @Override
  public DriverInfo driver() {
    DriverInfo first = drivers.get(0);
    Optional<NegotiatedTls> tls =
        drivers.stream().map(DriverInfo::tls).flatMap(Optional::stream).findFirst();
    return new DriverInfo(
        first.name(),
        first.transport(),
        drivers.stream().mapToInt(DriverInfo::lanes).sum(),
        tls,
        drivers.stream().mapToInt(DriverInfo::workers).sum(),
        first.consumers());
  }

  @Override
  public List<EndpointConnects> connects() throws InterruptedException {
    send(new WorkerCommand.Connects());
    List<EndpointConnects> parts = new ArrayList<>();
    for (WorkerLink link : team.links()) {
      answer(link, WorkerAnswer.Connects.class).ifPresent(a -> parts.addAll(a.byEndpoint()));
    }
    return EndpointConnects.sum(parts);
  }

  @Override
  public SentMessages freeze() throws InterruptedException {
    send(new WorkerCommand.Freeze());
    SentMessages sent = SentMessages.none();
    for (WorkerLink link : team.links()) {
      Optional<WorkerAnswer.Frozen> answer = answer(link, WorkerAnswer.Frozen.class);
      sent = answer.map(WorkerAnswer.Frozen::sent).map(sent::plus).orElse(sent);
    }
    return sent;
  }

  @Override
  public WorkerResult finish(SentMessages sent) throws RunException, InterruptedException {
    long begin = clock.nanoTime();
    String finish = WorkerLines.write(new WorkerCommand.Finish(sent));
    team.links().stream().limit(RESULTS_AT_A_TIME).forEach(link -> link.sendLine(finish));
    WorkerResult merged = null;
    int reported = 0;
    for (int i = 0; i < team.links().size(); i++) {
      Optional<WorkerAnswer.Finished> answer =
          answer(team.links().get(i), WorkerAnswer.Finished.class);
      if (answer.isPresent()) {
        WorkerResult result = answer.get().result();
        drivers.set(i, answer.get().driver());
        onFinished(i, result);
        reported++;
        merged = merged == null ? result.copy() : merged.absorb(result);
      }
      if (i + RESULTS_AT_A_TIME < team.links().size()) {
        team.links().get(i + RESULTS_AT_A_TIME).sendLine(finish);
      }
    }
    LOG.info(
        "merged what {} workers counted in {} ms",
        team.links().size(),
        (clock.nanoTime() - begin) / 1_000_000);
    if (merged == null) {
      throw failure.orElseGet(() -> new RunException("no worker reported its counts", null));
    }
    StormReport storm = merged.report().storm().holding(book.slowHighWaterMark());
    LaneReport report =
        merged
            .report()
            .withLeastBacklogs(book.leastBacklogs())
            .withStorm(failure.isPresent() ? storm.missingNothing() : storm);
    return new WorkerResult(
        reported == team.links().size() ? report : report.withFailover(FailoverReport.NONE),
        failure.isPresent() ? merged.deliveries().owingWhatItReceived() : merged.deliveries(),
        failure.isPresent() ? Optional.empty() : merged.requests(),
        book.highWaterMark(),
        merged.lastIntervals(),
        merged.busiest(),
        merged.payloadBytes());
  }

  /** Its answer; empty where it has failed, which the status then reports. */
  private <A extends WorkerAnswer> Optional<A> answer(WorkerLink link, Class<A> type)
      throws InterruptedException {
    try {
      return Optional.of(link.await(type, ANSWER_SECONDS));
    } catch (RunException e) {
      fail(e);
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    long patience = failure.isEmpty() ? CLOSE_NANOS : CLOSE_AFTER_FAILURE_NANOS;
    team.close(clock.nanoTime() + patience);
  }
}
