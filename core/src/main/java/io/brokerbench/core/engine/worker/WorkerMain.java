package io.brokerbench.core.engine.worker;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.driver.ClientDriverProvider;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ServiceLoader;

/**
 * Where the JVM of a forked worker starts. Commands come on its standard input, answers go to its
 * standard output, and nothing else does: what libraries print there goes to standard error. It
 * ends when its input does.
 */
public final class WorkerMain {

  private static final int BAD_COMMAND = 70;
  private static final int PARENT_GONE = 71;
  private static final int PARENT_SILENT = 72;
  private static final long CLOSE_SECONDS = 10;

  private WorkerMain() {}

  /**
   * Serves one run. It is started by the rig or by an agent, not by people.
   *
   * @param args of a worker that is driven from another machine: by how many nanoseconds the run's
   *     clock is ahead of this machine's, and for how many it may hear nothing; else none
   */
  public static void main(String[] args) throws InterruptedException {
    boolean driven = args.length > 0;
    long aheadNanos = driven ? Long.parseLong(args[0]) : 0;
    NanoClock clock = driven ? NanoClock.SYSTEM.ahead(aheadNanos) : NanoClock.SYSTEM;
    WorkerWatchdog self =
        driven
            ? WorkerWatchdog.withTimeout(
                clock, Long.parseLong(args[1]), () -> Runtime.getRuntime().halt(PARENT_SILENT))
            : WorkerWatchdog.UNWATCHED;
    OutputStream answers = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out));
    System.setOut(System.err);
    WorkerServer server = new WorkerServer(System.in, answers, WorkerMain::driver, clock, self);
    int code = BAD_COMMAND;
    try {
      code = server.serve() ? 0 : PARENT_GONE;
    } catch (IOException e) {
      System.err.println("not a command: " + e.getClass().getSimpleName());
    }
    if (code == 0) {
      server.awaitClosed(CLOSE_SECONDS);
    }
    // Not exit: there is nothing left to clean up, and no hook shall keep an orphan alive.
    Runtime.getRuntime().halt(code);
  }

  private static ClientDriverProvider driver(String name) {
    return ServiceLoader.load(ClientDriverProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.accepts(name))
        .findFirst()
        .map(provider -> provider.of(name))
        .orElseThrow(
            () -> new DefinitionException("no driver " + name + " on the worker's class path"));
  }
}
