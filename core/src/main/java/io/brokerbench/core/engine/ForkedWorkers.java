package io.brokerbench.core.engine;

import io.brokerbench.core.driver.EndpointConnects;
import io.brokerbench.core.measure.DeliveryAccount;
import io.brokerbench.core.measure.NanoClock;
import io.brokerbench.core.result.DriverInfo;
import io.brokerbench.core.result.NegotiatedTls;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Several workers, each in a JVM of its own on this machine, as one.
 *
 * <p>A worker that fails ends the run, as a failed lane does; what the others counted is kept, and
 * what it had counted is missing from the account.
 */
final class ForkedWorkers implements Worker {

  /** A new JVM has to begin, and may be one of many that do. */
  private static final long BEGIN_SECONDS = 60;

  private static final long ANSWER_SECONDS = 20;
  private static final int CLOCK_READINGS = 5;
  private static final long CLOSE_NANOS = 12_000_000_000L;
  private static final long CLOSE_AFTER_FAILURE_NANOS = 4_000_000_000L;

  /** Commands take their way through a pipe and a JVM that hasn't compiled them yet. */
  private static final long FORKED_LEAD_NANOS = 300_000_000;

  private final List<WorkerLink> links;
  private final List<DriverInfo> drivers;
  private final List<IntervalSample> intervals = new ArrayList<>();
  private final NanoClock clock;
  private final TickBook book;
  private RunTimes times;
  private Optional<RunException> failure = Optional.empty();

  private ForkedWorkers(
      List<WorkerLink> links, List<DriverInfo> drivers, TickBook book, NanoClock clock) {
    this.links = links;
    this.drivers = drivers;
    this.book = book;
    this.clock = clock;
  }

  /**
   * Starts the JVMs, and opens the driver in each.
   *
   * @param whole all clients; {@link Slices} cuts it
   * @throws RunException if one doesn't start, can't open the driver, or hasn't our clock; none is
   *     left running then
   */
  static ForkedWorkers open(Assignment whole, String driver, int workers, NanoClock clock)
      throws RunException, InterruptedException {
    List<Assignment> parts =
        Slices.cut(whole.scenario().topology(), workers).stream()
            .map(slice -> whole.of(slice, lanes(whole.lanes(), workers)))
            .toList();
    List<WorkerLink> links = new ArrayList<>();
    boolean opened = false;
    try {
      for (Assignment part : parts) {
        String name = "worker " + (links.size() + 1) + " of " + workers;
        links.add(new WorkerLink(name, start(name, part), clock));
      }
      List<DriverInfo> drivers = new ArrayList<>();
      for (WorkerLink link : links) {
        greet(link, clock);
      }
      for (int i = 0; i < workers; i++) {
        links.get(i).send(new WorkerCommand.Open(driver, parts.get(i)));
      }
      for (WorkerLink link : links) {
        drivers.add(link.await(WorkerAnswer.Opened.class, BEGIN_SECONDS).driver());
      }
      opened = true;
      TickBook book = new TickBook(workers, whole.scenario().topology().fanOut());
      return new ForkedWorkers(links, drivers, book, clock);
    } finally {
      if (!opened) {
        close(links, clock.nanoTime());
      }
    }
  }

  /** Half of the cores carry clients, over all workers. */
  private static int lanes(int asked, int workers) {
    return asked > 0
        ? asked
        : Math.max(1, Runtime.getRuntime().availableProcessors() / 2 / workers);
  }

  private static Process start(String name, Assignment part) throws RunException {
    try {
      return WorkerProcess.start(part);
    } catch (IOException e) {
      throw new RunException(name + " did not start: " + e.getMessage(), e);
    }
  }

  /**
   * Makes sure that both speak the same version, and that both read one clock: each of the worker's
   * readings must lie between our own before the question and after the answer. Another clock, with
   * an origin of its own, would have to be right by chance to within the shortest round trip.
   */
  static void greet(WorkerLink link, NanoClock clock) throws RunException, InterruptedException {
    for (int i = 0; i < CLOCK_READINGS; i++) {
      long before = clock.nanoTime();
      link.send(new WorkerCommand.Hello());
      WorkerAnswer.Hello hello = link.await(WorkerAnswer.Hello.class, BEGIN_SECONDS);
      long after = clock.nanoTime();
      if (hello.version() != WorkerAnswer.VERSION) {
        throw new RunException(
            "%s speaks version %d of the workers' protocol, this is version %d"
                .formatted(link.title(), hello.version(), WorkerAnswer.VERSION),
            null);
      }
      if (hello.nanos() - before < 0 || after - hello.nanos() < 0) {
        throw new RunException(
            "%s has another clock than this process: %d ns lies not between %d and %d, so no latency"
                    .formatted(link.title(), hello.nanos(), before, after)
                + " could be measured between them",
            null);
      }
    }
  }

  private void send(WorkerCommand command) {
    links.forEach(link -> link.send(command));
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
      book.start(times.endingAt(nanos));
    }
    send(new WorkerCommand.EndSending(nanos));
  }

  @Override
  public WorkerStatus status() {
    for (WorkerLink link : links) {
      for (WorkerAnswer.Tick tick : link.takeTicks()) {
        book.add(tick);
        intervals.addAll(tick.status().intervals());
        tick.failure().ifPresent(message -> fail(new RunException(message, null)));
      }
      link.failure().ifPresent(this::fail);
    }
    List<IntervalSample> closed = List.copyOf(intervals);
    intervals.clear();
    return book.status(closed, failure);
  }

  private void fail(RunException reason) {
    if (failure.isEmpty()) {
      failure = Optional.of(reason);
    }
  }

  @Override
  public List<Long> pids() {
    return links.stream().map(WorkerLink::pid).toList();
  }

  @Override
  public long leadNanos() {
    return FORKED_LEAD_NANOS;
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
    for (WorkerLink link : links) {
      answer(link, WorkerAnswer.Connects.class).ifPresent(a -> parts.addAll(a.byEndpoint()));
    }
    return EndpointConnects.sum(parts);
  }

  @Override
  public SentCounts freeze() throws InterruptedException {
    send(new WorkerCommand.Freeze());
    SentCounts sent = SentCounts.of(new long[0]);
    for (WorkerLink link : links) {
      Optional<WorkerAnswer.Frozen> answer = answer(link, WorkerAnswer.Frozen.class);
      sent = answer.map(WorkerAnswer.Frozen::sent).map(sent::plus).orElse(sent);
    }
    return sent;
  }

  @Override
  public WorkerResult finish(SentCounts sent) throws RunException, InterruptedException {
    send(new WorkerCommand.Finish(sent));
    WorkerResult merged = null;
    for (int i = 0; i < links.size(); i++) {
      Optional<WorkerAnswer.Finished> answer = answer(links.get(i), WorkerAnswer.Finished.class);
      if (answer.isPresent()) {
        WorkerResult result = answer.get().result();
        drivers.set(i, answer.get().driver());
        merged = merged == null ? result : merged.merge(result);
      }
    }
    if (merged == null) {
      throw failure.orElseGet(() -> new RunException("no worker told what it counted", null));
    }
    return new WorkerResult(
        merged.report().withLeastBacklogs(book.leastBacklogs()),
        failure.isPresent() ? ofThoseLeft(merged.deliveries()) : merged.deliveries(),
        book.highWaterMark(),
        merged.lastIntervals());
  }

  /** Of a worker that failed nobody knows what it sent: what came of it is not owed less. */
  private static DeliveryAccount ofThoseLeft(DeliveryAccount account) {
    return new DeliveryAccount(
        Math.max(account.expected(), account.received()),
        account.received(),
        account.duplicated(),
        account.reordered(),
        account.missing());
  }

  /** Its answer; empty where it has failed, which the status then tells. */
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
    close(links, clock.nanoTime() + patience);
  }

  private static void close(List<WorkerLink> links, long deadlineNanos) {
    links.forEach(WorkerLink::requestClose);
    links.forEach(link -> link.awaitEnd(deadlineNanos));
  }
}
