package io.brokerbench.containers.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts processes that neither end before we say so nor outlive us, by programs of coreutils and
 * util-linux where they are installed. All replace themselves by the broker, so that the process
 * that is started is the broker.
 *
 * <ul>
 *   <li>{@code setsid}: a session of its own, or Ctrl-C in the terminal would reach the broker too,
 *       before the run has drained.
 *   <li>{@code nice}: where both want the same core at the same instant, the send loop goes first,
 *       and the broker has all the rest; or a run on one machine would measure the scheduler.
 *   <li>{@code setpriv --pdeathsig}: the kernel kills it when we die, even by SIGKILL; for programs
 *       that don't watch their standard input.
 * </ul>
 *
 * <p>The kernel counts the death of the <em>thread</em> that started it as ours. So one thread
 * starts them all, and lives as long as the JVM.
 */
final class Leash {

  private static final Logger LOG = LoggerFactory.getLogger(Leash.class);
  private static final String NICENESS = "10";

  private static final Executor STARTER =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "broker-starter");
            thread.setDaemon(true);
            return thread;
          });

  private Leash() {}

  /** Starts it, on the thread that lasts. Not interruptible: it takes milliseconds. */
  static Process start(ProcessBuilder builder, boolean endsWithInput) throws IOException {
    List<String> command = new ArrayList<>(Tools.SETSID);
    command.addAll(Tools.NICE);
    if (!endsWithInput) {
      command.addAll(Tools.SETPRIV);
    }
    command.addAll(builder.command());
    builder.command(command);
    try {
      Process process = CompletableFuture.supplyAsync(() -> startNow(builder), STARTER).join();
      yieldAsGroup(process.pid());
      return process;
    } catch (CompletionException e) {
      throw new IOException(e.getCause().getMessage(), e);
    }
  }

  /**
   * On Linux with autogroups, a session of its own is a scheduling group of its own, and niceness
   * counts only within a group: the group has one too.
   */
  private static void yieldAsGroup(long pid) {
    Path autogroup = Path.of("/proc", Long.toString(pid), "autogroup");
    try {
      if (Files.isWritable(autogroup)) {
        Files.writeString(autogroup, NICENESS);
      }
    } catch (IOException e) {
      LOG.debug("the priority of process {} stays as it is: {}", pid, e.toString());
    }
  }

  private static Process startNow(ProcessBuilder builder) {
    try {
      return builder.start();
    } catch (IOException e) {
      throw new CompletionException(e);
    }
  }

  /** Looked for once, when the first process is started. */
  private static final class Tools {
    static final List<String> SETSID = usable("setsid");
    static final List<String> NICE = usable("nice", "-n", NICENESS);
    static final List<String> SETPRIV = usable("setpriv", "--pdeathsig", "KILL");

    private static List<String> usable(String name, String... options) {
      Optional<List<String>> command =
          Executables.INSTALLED
              .find(name)
              .map(
                  path -> {
                    List<String> words = new ArrayList<>(List.of(path.toString()));
                    words.addAll(List.of(options));
                    return words;
                  });
      return command.filter(Tools::works).orElse(List.of());
    }

    /** Other systems have programs of these names too: busybox knows no such option. */
    private static boolean works(List<String> command) {
      List<String> trial = new ArrayList<>(command);
      trial.add("true");
      try {
        Process process =
            new ProcessBuilder(trial)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!process.waitFor(5, TimeUnit.SECONDS)) {
          process.destroyForcibly();
          return false;
        }
        return process.exitValue() == 0;
      } catch (IOException e) {
        return false;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
  }
}
