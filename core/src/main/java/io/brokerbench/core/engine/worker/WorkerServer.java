package io.brokerbench.core.engine.worker;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.base.OutOfMemory;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.engine.lane.LaneSampleMerger;
import io.brokerbench.core.engine.measure.IntervalSample;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.measure.SentMessages;
import io.brokerbench.core.telemetry.GcPauses;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * The far end of a forked worker: carries out commands that come in lines, on a worker in this JVM,
 * and reports its status in each period. Two threads beside the one that reads: one for commands,
 * so that the end of the input is seen whatever a command waits for, and one for ticks.
 */
final class WorkerServer {

  private final BufferedReader in;
  private final OutputStream out;
  private final Function<String, ClientDriverProvider> drivers;
  private final NanoClock clock;
  private final WorkerWatchdog self;
  private final GcPauses gcPauses = new GcPauses();
  private final ExecutorService commands = Executors.newSingleThreadExecutor(WorkerServer::daemon);

  private volatile Worker worker;
  private LaneSampleMerger seconds;
  private volatile boolean closed;
  private boolean askedToClose;

  /**
   * A server that waits for its first command.
   *
   * @param drivers finds a driver by its name, or throws
   * @param self what it knows of its own process
   */
  WorkerServer(
      InputStream in,
      OutputStream out,
      Function<String, ClientDriverProvider> drivers,
      NanoClock clock,
      WorkerWatchdog self) {
    this.in = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    this.out = out;
    this.drivers = drivers;
    this.clock = clock;
    this.self = self;
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "worker-commands");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Serves until the input ends: after a close command, or because the rig's process is gone.
   *
   * @return whether it was asked to close, which may not be done yet
   */
  boolean serve() throws IOException {
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      WorkerCommand command = WorkerLines.command(line);
      self.heard();
      if (command instanceof WorkerCommand.Close) {
        askedToClose = true;
        self.closing();
      }
      commands.execute(() -> carryOut(command));
    }
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

  private void apply(WorkerCommand command) throws RunException, InterruptedException {
    if (command instanceof WorkerCommand.Hello) {
      answer(new WorkerAnswer.Hello(WorkerAnswer.VERSION, clock.nanoTime()));
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
    if (open.assignment().scenario().connectsOnly()) {
      JitCompilerControl.standBack();
    }
    DriverSelection both =
        DriverSelection.of(open.assignment().scenario(), drivers.apply(open.driver()));
    Worker opened = new LocalWorker(open.assignment(), both, clock);
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
            WorkerAnswer.Tick.of(
                now, status, closedSeconds, gcPauses.totalMillis(), self.usage(now)));
      }
    }
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

  /** Waits until everything has been closed as asked, or the limit. */
  void awaitClosed(long seconds) throws InterruptedException {
    commands.shutdown();
    commands.awaitTermination(seconds, TimeUnit.SECONDS);
  }

  /** When the output is gone, the other side is too: the end of the input follows. */
  private void answer(WorkerAnswer answer) {
    byte[] line = (WorkerLines.write(answer) + "\n").getBytes(StandardCharsets.UTF_8);
    synchronized (out) {
      try {
        out.write(line);
        out.flush();
      } catch (IOException e) {
        closed = true;
      }
    }
  }
}
