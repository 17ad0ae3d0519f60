package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Programs of this machine, asked whether they work here. */
final class Commands {

  private static final long LIMIT_SECONDS = 20;
  private static final long RUN_LIMIT_SECONDS = 180;

  private Commands() {}

  /**
   * What became of a command.
   *
   * @param code its exit code
   * @param text standard output and standard error
   */
  record Ended(int code, String text) {}

  /**
   * Runs one to its end.
   *
   * @param folder that it works in
   * @param environment all of it
   */
  static Ended run(Path folder, Map<String, String> environment, List<String> command)
      throws IOException, InterruptedException {
    Path log = Files.createTempFile("command", ".log");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(Files.createDirectories(folder).toFile())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile());
      builder.environment().clear();
      builder.environment().putAll(environment);
      Process process = builder.start();
      boolean ended = process.waitFor(RUN_LIMIT_SECONDS, TimeUnit.SECONDS);
      if (!ended) {
        process.destroyForcibly().waitFor();
      }
      String text = Files.readString(log, StandardCharsets.UTF_8);
      assertThat(ended).as("%s ended: %s", command, text).isTrue();
      return new Ended(process.exitValue(), text);
    } finally {
      Files.delete(log);
    }
  }

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
