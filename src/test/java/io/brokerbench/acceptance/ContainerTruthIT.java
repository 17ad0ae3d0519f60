package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.brokerbench.core.result.BrokerMetrics;
import io.brokerbench.core.result.BrokerUsage;
import io.brokerbench.core.result.ResourceLimits;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.TimelineInterval;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run on a container, as a user calls it, against what the kernel says of the container. */
@Tag("containers")
class ContainerTruthIT {

  private static final int STEADY_SECONDS = 4;
  private static final double TOLERANCE = 0.05;
  private static final int CLIENTS = 60;
  private static final String IMAGE = "brokerbench/mosquitto:local";

  @TempDir Path folder;

  /** CPU time of the container's group at one instant. */
  private record Seen(long nanos, double cpuSeconds) {}

  @Test
  void cpuIsThatOfTheControlGroupAndTheBrokerTellsItsConnections() throws Exception {
    assumeTrue(
        Commands.succeeds("docker", "image", "inspect", IMAGE),
        "no Docker with an image " + IMAGE + " here: scripts/build-images mosquitto");
    Map<String, Seen> seen = new ConcurrentHashMap<>();
    Outcome outcome = observe(seen);
    outcome.wentToItsEnd();
    RunResult result = RunResult.CODEC.read(outcome.out());

    Seen start = seen.get("steady");
    Seen end = seen.get("draining");
    double cores = (end.cpuSeconds() - start.cpuSeconds()) / (end.nanos() - start.nanos()) * 1e9;
    BrokerUsage usage = result.brokerUsage().orElseThrow();
    assertThat(usage.cpuSeconds())
        .isCloseTo(
            cores * STEADY_SECONDS,
            within(TOLERANCE * cores * STEADY_SECONDS + 2 * ProcessFigures.TICK_SECONDS));
    assertThat(result.broker().limits())
        .contains(new ResourceLimits(OptionalDouble.of(1.5), OptionalLong.of(256L << 20)));
    assertThat(result.timeline())
        .filteredOn(second -> second.phase() == TimelineInterval.Part.STEADY)
        .extracting(TimelineInterval::brokerMetrics)
        .isNotEmpty()
        .allSatisfy(
            reported ->
                assertThat(reported.map(BrokerMetrics::connections))
                    .contains(OptionalLong.of(CLIENTS)));
    new Tool(folder).leftNothing(outcome);
  }

  private Outcome observe(Map<String, Seen> seen) {
    AtomicReference<Call> call = new AtomicReference<>();
    String options =
        "run FANIN.Q0.SHARED --json --publishers 50 --consumers 10 --rate 5000 --warmup 3s"
            + " --broker-cpus 1.5 --broker-memory 256m --duration "
            + STEADY_SECONDS
            + "s --broker container:mosquitto="
            + IMAGE;
    try (Call started =
        new Tool(folder)
            .start(
                line -> {
                  String label = line.text().split(" ", 2)[0];
                  if ((label.equals("steady") || label.equals("draining"))
                      && !seen.containsKey(label)) {
                    seen.put(label, look(call.get().soFar().brokerPid().orElseThrow()));
                  }
                },
                List.of(options.split(" ", -1)))) {
      call.set(started);
      return started.end();
    }
  }

  /** Of either version of control groups, read without the product's help. */
  private static Seen look(long pid) {
    try {
      for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "cgroup"))) {
        String[] fields = line.split(":", 3);
        Path group = Path.of("/sys/fs/cgroup");
        if (List.of(fields[1].split(",", -1)).contains("cpuacct")) {
          Path file = group.resolve("cpuacct" + fields[2]).resolve("cpuacct.usage");
          return new Seen(System.nanoTime(), Long.parseLong(Files.readString(file).strip()) / 1e9);
        }
        Path stat = group.resolve(fields[2].substring(1)).resolve("cpu.stat");
        Optional<String> micros =
            fields[0].equals("0") && Files.exists(stat)
                ? Files.readAllLines(stat).stream()
                    .filter(entry -> entry.startsWith("usage_usec "))
                    .findFirst()
                : Optional.empty();
        if (micros.isPresent()) {
          long used = Long.parseLong(micros.get().split(" ", 2)[1]);
          return new Seen(System.nanoTime(), used / 1e6);
        }
      }
      throw new IOException("no control group of " + pid);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void whereThereIsNoDockerTheRunSaysSo() throws Exception {
    assumeTrue(Namespaces.available(), "Docker cannot be hidden here: no unshare");
    Tool tool = new Tool(folder).afterMount("mount -t tmpfs none /run && export -n DOCKER_HOST");
    tool.run("run", "FANIN.Q0.SINGLE", "--broker", "container:mosquitto")
        .isRefusedAtTheStart(3, "containers need Docker", "use an embedded broker");
  }

  @Test
  void onlyContainersAreLimited() {
    new Tool(folder)
        .run("run", "FANIN.Q0.SINGLE", "--broker-cpus", "1")
        .isRefused(2, "--broker-cpus", "applies only to containers", "embedded:artemis");
  }
}
