package io.brokerbench.containers.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Sends signals for which Java has no method. */
final class ProcessSignals {

  private ProcessSignals() {}

  /**
   * Sends one to a process of ours, and returns when it is sent; by the shell, as not every system
   * has a program for it.
   *
   * @param name without {@code SIG}
   */
  static void send(String name, long pid) throws IOException {
    Process kill =
        new ProcessBuilder("/bin/sh", "-c", "kill -s \"$1\" \"$2\"", "sh", name, Long.toString(pid))
            .redirectErrorStream(true)
            .start();
    try {
      String said =
          new String(kill.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (!kill.waitFor(5, TimeUnit.SECONDS) || kill.exitValue() != 0) {
        throw new IOException("SIG" + name + " to process " + pid + ": " + said);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
