package io.brokerbench.containers.process;

import io.brokerbench.core.engine.stage.BusyMachine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Starts processes that neither end before we say so nor outlive us, by programs of coreutils and
 * util-linux where they are installed. All replace themselves by the broker, so that the process
 * that is started is the broker.
 *
 * <ul>
 *   <li>{@code setsid}: a session of its own, or Ctrl-C in the terminal would reach the broker too,
 *       before the run has drained.
 *   <li>{@code nice}: where both want the same core at the same instant, the send loop goes first,
 *       and the broker has all the rest; or a run on one machine would measure the scheduler. Not
 *       where other work uses half of the machine or more: a broker that yields to that too has
 *       next to nothing. That is looked at once, so that all brokers of a comparison are alike. Nor
 *       where the system property {@value #PRIORITY} says {@value #NORMAL}: runs of tests beside
 *       each other are other work to each other, and one JVM does not see it.
 *   <li>{@code setpriv --pdeathsig}: the kernel kills it when we die, even by SIGKILL: not all
 *       programs watch their standard input, and one that is halted watches nothing.
 * </ul>
 *
 * <p>The kernel counts the death of the <em>thread</em> that started it as ours. So one thread
 * starts them all, and lives as long as the JVM.
 */
public final class ChildProcessLauncher {

  static final String PRIORITY = "brokerbench.priority";
  static final String NORMAL = "normal";

  /** Of a broker that yields. */
  static final int YIELDING = 10;

  private static final Executor STARTER =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "broker-starter");
            thread.setDaemon(true);
            return thread;
          });

  private ChildProcessLauncher() {}

  /**
   * On Linux with autogroups, a session of its own is a scheduling group of its own, and niceness
   * counts only within a group: the group has one too. It is set from within the new session: from
   * outside, it would be set for the session that the process is in at that instant, which may
   * still be ours.
   */
  private static List<String> yieldAsGroup(int niceness) {
    return List.of(
        "/bin/sh",
        "-c",
        "{ echo " + niceness + " > /proc/self/autogroup; } 2>/dev/null; exec \"$@\"",
        "sh");
  }

  /** Starts it, on the thread that lasts. Not interruptible: it takes milliseconds. */
  static Process start(ProcessBuilder builder) throws IOException {
    return start(builder, WrapperCommands.SETPRIV, niceness());
  }

  /** The same for one that goes on when we die, and ends by itself. */
  public static Process startOutliving(ProcessBuilder builder) throws IOException {
    return start(builder, List.of(), niceness());
  }

  private static int niceness() {
    return NORMAL.equals(System.getProperty(PRIORITY)) ? 0 : WrapperCommands.NICENESS;
  }

  /** The same with a niceness that does not depend on what else the machine does. */
  static Process start(ProcessBuilder builder, int niceness) throws IOException {
    return start(builder, WrapperCommands.SETPRIV, niceness);
  }

  private static Process start(ProcessBuilder builder, List<String> prefix, int niceness)
      throws IOException {
    List<String> command = new ArrayList<>(WrapperCommands.SETSID);
    if (niceness > 0) {
      command.addAll(command.isEmpty() ? List.of() : yieldAsGroup(niceness));
      command.addAll(WrapperCommands.NICE);
    }
    command.addAll(prefix);
    command.addAll(builder.command());
    builder.command(command);
    try {
      return CompletableFuture.supplyAsync(() -> startNow(builder), STARTER).join();
    } catch (CompletionException e) {
      throw new IOException(e.getCause().getMessage(), e);
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
  private static final class WrapperCommands {
    static final List<String> SETSID = usable("setsid");
    static final List<String> NICE = usable("nice", "-n", Integer.toString(YIELDING));
    static final int NICENESS = BusyMachine.isHalfTaken() ? 0 : YIELDING;
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
      return command.filter(WrapperCommands::works).orElse(List.of());
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
