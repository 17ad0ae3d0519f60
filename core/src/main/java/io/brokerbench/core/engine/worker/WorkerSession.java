package io.brokerbench.core.engine.worker;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.base.OutOfMemory;
import io.brokerbench.core.base.RunNonces;
import io.brokerbench.core.definition.ScenarioDigest;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.engine.lane.LaneSampleMerger;
import io.brokerbench.core.engine.measure.IntervalSample;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.measure.SentMessages;
import io.brokerbench.core.telemetry.GcPauses;
import io.brokerbench.core.telemetry.ProcessPlace;
import io.brokerbench.core.telemetry.ProcessUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * What a {@link WorkerServer} does for one run: carries out its commands on a worker in this JVM,
 * and reports the status in each period. It has two threads: one for commands, and one for ticks.
 */
final class WorkerSession {

  private final Predicate<WorkerAnswer> answers;
  private final Function<String, ClientDriverProvider> drivers;
  private final NanoClock clock;
  private final WorkerWatchdog self;
  private final Optional<RunNonces> beside;
  private final GcPauses gcPauses = new GcPauses();
  private final ExecutorService commands = Executors.newSingleThreadExecutor(WorkerSession::daemon);

  private volatile Worker worker;
  private LaneSampleMerger seconds;
  private long reported = Long.MIN_VALUE;
  private volatile boolean closed;
  private boolean askedToClose;

  /**
   * A session that waits for its first command.
   *
   * @param answers sends answers, on any thread; false where the output is closed
   * @param drivers finds a driver by its name, or throws
   * @param self what it knows of its own process
   * @param beside nonces of all runs of this process; empty where this one has it for itself
   */
  WorkerSession(
      Predicate<WorkerAnswer> answers,
      Function<String, ClientDriverProvider> drivers,
      NanoClock clock,
      WorkerWatchdog self,
      Optional<RunNonces> beside) {
    this.answers = answers;
    this.drivers = drivers;
    this.clock = clock;
    this.self = self;
    this.beside = beside;
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "worker-commands");
    thread.setDaemon(true);
    return thread;
  }

  /** Carries out a command once those before are carried out; returns at once. */
  void accept(WorkerCommand command) {
    if (command instanceof WorkerCommand.Close) {
      askedToClose = true;
    }
    commands.execute(() -> carryOut(command));
  }

  /** Whether it was asked to close; for the thread that hands over commands. */
  boolean isAskedToClose() {
    return askedToClose;
  }

  private void carryOut(WorkerCommand command) {
    try {
      apply(command);
    } catch (RunException | DefinitionException e) {
      answer(new WorkerAnswer.Failed(String.valueOf(e.getMessage())));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      answer(new WorkerAnswer.Failed(OutOfMemory.orText(e)));
    }
  }

  private void answer(WorkerAnswer answer) {
    if (!answers.test(answer)) {
      closed = true;
    }
  }

  private void apply(WorkerCommand command) throws RunException, InterruptedException {
    if (command instanceof WorkerCommand.Hello) {
      Optional<ProcessPlace> place = Optional.of(ProcessPlace.ofThisProcess());
      answer(new WorkerAnswer.Hello(WorkerAnswer.VERSION, clock.nanoTime(), place));
    } else if (command instanceof WorkerCommand.Open open) {
      open(open);
    } else if (command instanceof WorkerCommand.Connect connect) {
      worker.connect(connect.startNanos());
    } else if (command instanceof WorkerCommand.EndConnecting) {
      worker.endConnecting();
    } else if (command instanceof WorkerCommand.Subscribe subscribe) {
      worker.subscribe(subscribe.fromConsumer(), subscribe.toConsumer());
    } else if (command instanceof WorkerCommand.Start start) {
      worker.start(start.times());
    } else if (command instanceof WorkerCommand.BeginSteady begin) {
      worker.beginSteadyAt(begin.nanos());
    } else if (command instanceof WorkerCommand.SendAway away) {
      worker.sendAway(away.belowConsumer());
    } else if (command instanceof WorkerCommand.BringBack back) {
      worker.bringBack(back.belowConsumer());
    } else if (command instanceof WorkerCommand.EndSending end) {
      worker.endSendingAt(end.nanos());
    } else if (command instanceof WorkerCommand.Probe) {
      worker.probe();
    } else if (command instanceof WorkerCommand.Connects) {
      answer(new WorkerAnswer.Connects(worker.connects()));
    } else if (command instanceof WorkerCommand.Freeze) {
      answer(new WorkerAnswer.Frozen(worker.freeze()));
    } else if (command instanceof WorkerCommand.Finish finish) {
      finish(finish.sent());
    } else if (command instanceof WorkerCommand.Close) {
      close();
    }
  }

  private void open(WorkerCommand.Open open) {
    if (open.assignment().scenario().connectsOnly() && beside.isEmpty()) {
      JitCompilerControl.standBack();
    }
    beside.ifPresent(nonces -> nonces.include(open.assignment().nonce()));
    DriverSelection both =
        DriverSelection.of(open.assignment().scenario(), drivers.apply(open.driver()));
    Worker opened = new LocalWorker(open.assignment(), both, clock, beside);
    worker = opened;
    answer(
        new WorkerAnswer.Opened(opened.driver(), ScenarioDigest.of(open.assignment().scenario())));
    seconds = new LaneSampleMerger(opened.driver().lanes());
    Thread ticks = new Thread(() -> tick(opened, seconds), "worker-ticks");
    ticks.setDaemon(true);
    ticks.start();
  }

  /** Looks at the worker at each instant of the grid that all workers look at. */
  private void tick(Worker opened, LaneSampleMerger seconds) {
    while (!closed) {
      long now = clock.nanoTime();
      long period = WorkerAnswer.Tick.PERIOD_NANOS;
      long next = (Math.floorDiv(now, period) + 1) * period;
      while (next - now > 0) {
        LockSupport.parkNanos(next - now);
        now = clock.nanoTime();
      }
      synchronized (seconds) { // so that its usage is reported before the worker has finished
        WorkerStatus status = opened.status();
        List<IntervalSample> closedSeconds = seconds.closed(status.newIntervals());
        answer(
            WorkerAnswer.Tick.of(now, status, closedSeconds, gcPauses.totalMillis(), usage(now)));
      }
    }
  }

  /** What the process uses, where that was read anew: all sessions share the readings. */
  private Optional<ProcessUsage> usage(long now) {
    Optional<WorkerWatchdog.Reading> latest = self.usage(now).filter(it -> it.nanos() != reported);
    latest.ifPresent(reading -> reported = reading.nanos());
    return latest.map(WorkerWatchdog.Reading::usage);
  }

  private void finish(SentMessages sent) throws RunException, InterruptedException {
    WorkerResult result = worker.finish(sent);
    LaneSampleMerger lanes = seconds;
    synchronized (lanes) {
      List<IntervalSample> last = new ArrayList<>(lanes.closed(result.lastIntervals()));
      last.addAll(lanes.open());
      answer(new WorkerAnswer.Finished(result.withLastIntervals(last), worker.driver()));
    }
  }

  private void close() {
    Worker closing = worker;
    if (closing != null) {
      closing.close();
    }
    closed = true;
  }

  /** Waits until everything has been carried out, or the limit. */
  void awaitEnd(long nanos) throws InterruptedException {
    commands.shutdown();
    commands.awaitTermination(nanos, TimeUnit.NANOSECONDS);
  }
}
