package io.brokerbench.containers.process;

import io.brokerbench.containers.process.ChildCommand.Ending;
import io.brokerbench.containers.process.ProcessRecipe.Launch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A process with its temporary folder and its log: all that must be gone when the broker is.
 *
 * <p>From the moment there is a folder to the end of {@link #close()}, the JVM's end closes it.
 * Safe for use by several threads.
 */
final class OwnedProcess implements AutoCloseable {

  private static final Duration FORCED_END = Duration.ofSeconds(10);

  private final TemporaryFolder folder;
  private ProcessLog log;
  private Process process;
  private Process stopping;

  /** That was asked to end: a second signal would end many at once, and not in order. */
  private Process asked;

  private Map<String, String> environment = Map.of();
  private Ending ending = Ending.USUAL_SIGNAL;
  private boolean halted;
  private boolean closed;

  private OwnedProcess(TemporaryFolder folder, ProcessLog log) {
    this.folder = folder;
    this.log = log;
  }

  /** Makes the folder; no process runs yet. */
  static OwnedProcess create(String name, Optional<Path> logFile) throws IOException {
    TemporaryFolder folder = TemporaryFolder.create(name);
    ProcessLog log =
        logFile
            .map(file -> new ProcessLog(file, true))
            .orElseGet(() -> new ProcessLog(folder.path().resolve("broker.log"), false));
    OwnedProcess owned = new OwnedProcess(folder, log);
    try {
      OpenProcesses.add(owned);
      return owned;
    } catch (IllegalStateException e) {
      owned.close();
      throw new IOException("the JVM is ending", e);
    }
  }

  Path folder() {
    return folder.path();
  }

  /** Of the process that was started last. */
  synchronized ProcessLog log() {
    return log;
  }

  /** Starts the process, or another one once it has ended; its output goes on in the log. */
  synchronized void launch(Launch launch) throws IOException {
    if (closed) {
      throw new IOException("closed");
    }
    Path parent = log.file().toAbsolutePath().getParent();
    Files.createDirectories(parent);
    log = log.continued();
    ProcessBuilder builder =
        new ProcessBuilder(launch.command().words())
            .directory(folder.path().toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.file().toAbsolutePath().toFile()));
    ChildCommand.enter(builder, launch.command().environment());
    ending = launch.command().ending();
    environment = launch.command().environment();
    process = ChildProcessLauncher.start(builder);
    halted = false;
  }

  /** Kills it as a crash would, and leaves all else; returns at once. */
  synchronized void crash() {
    process.destroyForcibly();
  }

  /** Halts it, or lets it go on, where it still runs. */
  synchronized void halt(boolean halt) throws IOException {
    if (process.isAlive()) {
      ProcessSignals.send(halt ? "STOP" : "CONT", process.pid());
      halted = halt;
    }
  }

  /** Whether it neither has ended nor is halted. */
  synchronized boolean runs() {
    return !halted && process != null && process.isAlive();
  }

  /** Waits for its end, and no longer than it may take the kernel. */
  boolean awaitEnd() {
    return ended(process(), FORCED_END);
  }

  synchronized Process process() {
    return process;
  }

  synchronized boolean closed() {
    return closed;
  }

  /** Asks the process to end, and returns at once. */
  synchronized void requestEnd() {
    closed = true;
    if (process == null || !process.isAlive() || process == asked) {
      return;
    }
    asked = process;
    if (halted) {
      process.destroyForcibly(); // it could not hear anything else
      return;
    }
    try {
      if (ending.withInput()) {
        process.getOutputStream().close();
      } else if (!ending.command().isEmpty()) {
        endByCommand();
      } else if (ending.signal().equals("TERM")) {
        process.destroy();
      } else {
        ProcessSignals.send(ending.signal(), process.pid());
      }
    } catch (IOException e) {
      process.destroy();
    }
  }

  /** It has the environment of the process, and its output goes into the log too. */
  private void endByCommand() throws IOException {
    String pid = Long.toString(process.pid());
    ProcessBuilder builder =
        new ProcessBuilder(
                ending.command().stream().map(word -> word.replace("${pid}", pid)).toList())
            .directory(folder.path().toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.file().toAbsolutePath().toFile()));
    ChildCommand.enter(builder, environment);
    stopping = ChildProcessLauncher.start(builder);
  }

  /** Ends the process, by force if it takes too long, waits until it is gone, and tidies up. */
  @Override
  public void close() {
    requestEnd();
    Process last = process();
    if (last != null && !ended(last, ending.within())) {
      last.destroyForcibly();
      ended(last, FORCED_END);
    }
    endStopping();
    OpenProcesses.remove(this);
    folder.close();
  }

  /** The command that was to end the process, where it goes on after that. */
  private synchronized void endStopping() {
    if (stopping != null && stopping.isAlive()) {
      stopping.descendants().forEach(ProcessHandle::destroyForcibly);
      stopping.destroyForcibly();
    }
  }

  /** Ends it at once: for a start that failed, where there is nothing to end in an orderly way. */
  void kill() {
    synchronized (this) {
      closed = true;
      if (process != null) {
        process.destroyForcibly();
      }
    }
    close();
  }

  /** Waits, also when interrupted: a process left behind would be worse than a late return. */
  private static boolean ended(Process process, Duration limit) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
