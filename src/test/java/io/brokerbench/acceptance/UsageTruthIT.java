package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.brokerbench.core.result.BrokerUsage;
import io.brokerbench.core.result.RunResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * CPU and memory as reported, against what the kernel keeps.
 *
 * <p>The tool says on standard error when the steady state begins ({@code steady}) and when it ends
 * ({@code draining}). At each of these lines, on the thread that reads them, the test reads {@code
 * /proc/PID/stat} of both processes. Its window is that of the tool to within the time that a line
 * takes through a pipe, so CPU <em>rates</em> are compared, each over its own window: under a
 * constant load a window that is shifted by some milliseconds has the same rate. Allowed are 5 %
 * and two ticks of the clock that the kernel counts CPU time with (10 ms each; one at either end).
 *
 * <p>Peak memory is compared with {@code VmHWM}, the peak that the kernel itself keeps, at the end
 * of the steady state: the tool takes samples, and whatever it needs to write the result comes
 * later and is not of interest.
 */
@Tag("release")
class UsageTruthIT {

  private static final int STEADY_SECONDS = 5;
  private static final double TOLERANCE = 0.05;

  @TempDir Path folder;

  /** Of both processes at one instant. */
  private record Seen(ProcessFigures tool, ProcessFigures broker) {}

  @BeforeAll
  static void requireLinux() {
    assumeTrue(Files.isReadable(Path.of("/proc/self/stat")), "no /proc here to compare with");
  }

  @Test
  void cpuAndMemoryAreThoseOfTheOperatingSystem() {
    Mosquitto.assumeInstalled();
    areThoseOfTheOperatingSystem("process:mosquitto");
  }

  @Test
  void cpuAndMemoryOfAnEmbeddedBrokerAreThoseOfItsProcess() {
    areThoseOfTheOperatingSystem("embedded:artemis");
  }

  private void areThoseOfTheOperatingSystem(String selector) {
    Map<String, Seen> seen = new ConcurrentHashMap<>();
    Outcome outcome = observe(selector, seen);
    outcome.wentToItsEnd();
    Seen start = seen.get("steady");
    Seen end = seen.get("draining");

    RunResult result = RunResult.CODEC.read(outcome.out());
    cpu("generator", result.generator().cpuSeconds(), end.tool().coresSince(start.tool()));
    memory("generator", result.generator().peakRssBytes(), end.tool());
    BrokerUsage broker = result.brokerUsage().orElseThrow();
    cpu("broker", broker.cpuSeconds(), end.broker().coresSince(start.broker()));
    memory("broker", broker.peakRssBytes(), end.broker());
    assertThat(broker.cpuPercentOfCore())
        .isCloseTo(100 * broker.cpuSeconds() / STEADY_SECONDS, within(0.5));
  }

  private Outcome observe(String selector, Map<String, Seen> seen) {
    AtomicReference<Call> call = new AtomicReference<>();
    List<String> arguments =
        List.of(
            "run",
            "FANIN.Q0.SHARED",
            "--json",
            "--broker",
            selector,
            "--publishers",
            "100",
            "--rate",
            "5000",
            "--warmup",
            "3s",
            "--duration",
            STEADY_SECONDS + "s");
    try (Call started =
        new Tool(folder)
            .start(
                line -> {
                  String label = line.text().split(" ", 2)[0];
                  if ((label.equals("steady") || label.equals("draining"))
                      && !seen.containsKey(label)) {
                    seen.put(label, look(call.get()));
                  }
                },
                arguments)) {
      call.set(started);
      return started.end();
    }
  }

  private static Seen look(Call call) {
    return new Seen(
        ProcessFigures.of(call.pid()), ProcessFigures.of(call.soFar().brokerPid().orElseThrow()));
  }

  private static void cpu(String process, double reportedSeconds, double cores) {
    double expected = cores * STEADY_SECONDS;
    assertThat(reportedSeconds)
        .as("CPU seconds of the %s", process)
        .isCloseTo(expected, within(TOLERANCE * expected + 2 * ProcessFigures.TICK_SECONDS));
  }

  private static void memory(String process, long reported, ProcessFigures seen) {
    assertThat(reported)
        .as("peak memory of the %s", process)
        .isCloseTo(seen.peakRssBytes(), withPercentage(100 * TOLERANCE));
  }
}
