package io.brokerbench.core.engine.worker;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.base.RunNonces;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.engine.worker.pipe.SharedPipe.Numbered;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * The far end of a forked worker: reads the commands that come in lines, and writes the answers. A
 * {@link WorkerSession} carries out those of a run; where several runs share this process, each has
 * one, and its lines begin with the number of its channel. A thread beside reads, so that the end
 * of the input is seen whatever a command waits for.
 */
final class WorkerServer {

  private final BufferedReader in;
  private final OutputStream out;
  private final Function<String, ClientDriverProvider> drivers;
  private final NanoClock clock;
  private final WorkerWatchdog self;
  private final RunNonces nonces = new RunNonces();
  private final Map<String, WorkerSession> sessions = new LinkedHashMap<>();

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

  /**
   * Serves until the input ends: after a close command, or because the rig's process is gone.
   *
   * @return whether all runs were asked to close, which may not be done yet
   */
  boolean serve() throws IOException {
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      Numbered numbered = Numbered.of(line);
      WorkerCommand command = WorkerLines.command(numbered.text());
      self.heard();
      if (command instanceof WorkerCommand.Close) {
        self.closing();
      }
      if (!(command instanceof WorkerCommand.Alive)) {
        sessions.computeIfAbsent(numbered.number(), this::session).accept(command);
      }
    }
    return !sessions.isEmpty()
        && sessions.values().stream().allMatch(WorkerSession::isAskedToClose);
  }

  private WorkerSession session(String number) {
    return new WorkerSession(
        answer -> answer(number, answer),
        drivers,
        clock,
        self,
        number.isEmpty() ? Optional.empty() : Optional.of(nonces));
  }

  /** Waits until everything has been closed as asked, or the limit. */
  void awaitClosed(long seconds) throws InterruptedException {
    long deadline = clock.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    for (WorkerSession session : sessions.values()) {
      session.awaitEnd(Math.max(0, deadline - clock.nanoTime()));
    }
  }

  /** When the output is gone, the other side is too: the end of the input follows. */
  private boolean answer(String number, WorkerAnswer answer) {
    String text = new Numbered(number, WorkerLines.write(answer)).line();
    byte[] line = (text + "\n").getBytes(StandardCharsets.UTF_8);
    synchronized (out) {
      try {
        out.write(line);
        out.flush();
        return true;
      } catch (IOException e) {
        return false;
      }
    }
  }
}
