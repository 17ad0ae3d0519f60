package io.brokerbench.acceptance;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.brokerbench.testkit.RequiredProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/** A tcpdump that captures what passes a port on the loopback interface, until it is closed. */
final class Tcpdump implements AutoCloseable {

  private static final String BUFFER_KIB = "32768";
  private static final Pattern DROPPED = Pattern.compile("(\\d+) packets dropped by kernel");

  private final Process process;
  private final Path log;

  private Tcpdump(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /** Skips a test where tcpdump is not installed or may not capture. */
  static void assumeItMayCapture(Path folder) {
    RequiredProgram.TCPDUMP.orSkip();
    boolean captures;
    try (Tcpdump probe = of(1, folder.resolve("probe.pcap"))) {
      captures = probe.process.isAlive();
    } catch (IOException e) {
      captures = false;
    }
    assumeTrue(captures, "tcpdump may not capture here");
  }

  /** Returns once it captures. */
  static Tcpdump of(int port, Path file) throws IOException {
    return of(List.of(port), file);
  }

  /** The same for several ports. */
  static Tcpdump of(List<Integer> ports, Path file) throws IOException {
    return of(
        ports.stream().map(port -> "tcp port " + port).collect(Collectors.joining(" or ")), file);
  }

  /** The same for all that is TCP, where the ports are not known before. */
  static Tcpdump ofAll(Path file) throws IOException {
    return of("tcp", file);
  }

  private static Tcpdump of(String filter, Path file) throws IOException {
    Path log = Path.of(file + ".log");
    Process process =
        new ProcessBuilder(
                "tcpdump",
                "-i",
                "lo",
                "-n",
                "-U",
                "-B",
                BUFFER_KIB,
                "--time-stamp-precision=nano",
                "-Z",
                System.getProperty("user.name"),
                "-w",
                file.toString(),
                filter)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    Awaitility.await()
        .atMost(Duration.ofSeconds(10))
        .until(() -> !process.isAlive() || Files.readString(log).contains("listening on"));
    return new Tcpdump(process, log);
  }

  /** Ends it; packets that it could not take. */
  long closeAndCountDropped() throws IOException {
    close();
    Matcher dropped = DROPPED.matcher(Files.readString(log));
    if (!dropped.find()) {
      throw new IOException("tcpdump did not say how many packets it dropped: " + log);
    }
    return Long.parseLong(dropped.group(1));
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
