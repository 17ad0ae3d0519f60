package io.brokerbench.acceptance;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Programs of this machine, asked whether they work here. */
final class Commands {

  private static final long LIMIT_SECONDS = 20;

  private Commands() {}

  /** Whether it is there and ends well within a time. */
  static boolean succeeds(String... command) throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        return process.exitValue() == 0;
      }
      process.destroyForcibly();
      return false;
    } catch (IOException e) {
      return false;
    }
  }
}
