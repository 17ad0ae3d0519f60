package io.brokerbench.acceptance;

import io.brokerbench.cli.Main;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * The command line in this process, where many calls would each cost the start of a JVM. One call
 * at a time, as the process has one standard output: longer ones are a {@link Tool}'s.
 */
final class CallHere {

  private CallHere() {}

  /** Calls it with results in a folder, and waits for its end. */
  static synchronized Outcome run(Path results, String... arguments) {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
    ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
    try {
      System.setOut(new PrintStream(outBytes, true, StandardCharsets.UTF_8));
      System.setErr(new PrintStream(errBytes, true, StandardCharsets.UTF_8));
      int code =
          Main.run(
              Stream.concat(Stream.of(arguments), Stream.of("--out", results.toString()))
                  .toArray(String[]::new));
      return new Outcome(code, outBytes.toString(StandardCharsets.UTF_8), lines(errBytes));
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }

  private static List<Call.Line> lines(ByteArrayOutputStream bytes) {
    return bytes
        .toString(StandardCharsets.UTF_8)
        .lines()
        .map(text -> new Call.Line(Duration.ZERO, text))
        .toList();
  }
}
