package io.brokerbench.experiment.history;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.core.base.Json;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.RunResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** Stored results of many builds with made-up figures. */
public final class ExampleHistory {

  /** Start of the first build; the others follow day by day. */
  public static final Instant START = Instant.parse("2026-10-01T02:00:00Z");

  private ExampleHistory() {}

  /**
   * Nightly builds in folders {@code night-01} and so on, whose latencies are a fifth longer from
   * one of them on.
   *
   * @param builds how many
   * @param slower number of the first slower build; beyond the last for none
   */
  public static void nights(Path folder, int builds, int slower) {
    for (int build = 1; build <= builds; build++) {
      store(
          folder.resolve("night-%02d/run/result.json".formatted(build)),
          latencies((build < slower ? 1 : 1.2) * scatter(build)),
          "2.%d.0".formatted(54 + build / 10),
          build);
    }
  }

  /** A run whose latencies are by a factor those of the example. */
  public static RunResult latencies(double factor) {
    return new ExampleResult().latencyScale(factor).build();
  }

  /** Between 0.98 and 1.02. */
  static double scatter(int build) {
    return 1 + (build * 7 % 5 - 2) * 0.01;
  }

  /** Stores a run as one of a build, which began on a day of its own. */
  public static Path store(Path file, RunResult run, String version, int build) {
    try {
      ObjectNode tree = (ObjectNode) Json.mapper().readTree(RunResult.CODEC.write(run));
      tree.put("startedAt", START.plus(Duration.ofDays(build - 1L)).toString());
      tree.withObject("/broker").put("version", version);
      Files.createDirectories(file.getParent());
      return Files.writeString(file, tree.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
