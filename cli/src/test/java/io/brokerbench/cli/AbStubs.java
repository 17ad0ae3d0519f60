package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.engine.Rig;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.experiment.bench.RigFactory;
import io.brokerbench.experiment.gate.AbResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Comparisons of two brokers that are not there, by rigs that do nothing. */
abstract class AbStubs {

  static final String CANDIDATE = "embedded:activemq";

  final AtomicInteger runs = new AtomicInteger();

  @TempDir Path folder;
  Session session;

  @BeforeEach
  void start() {
    session = new Session(folder).with(candidateSlowerBy(1, 0));
  }

  /** Rigs on which the candidate takes longer, and all scatter by a share. */
  RigFactory candidateSlowerBy(double factor, double noise) {
    // Both sides are warmed up at the same time, so that each has chances of its own.
    SplittableRandom ofBaseline = new SplittableRandom(5);
    SplittableRandom ofCandidate = new SplittableRandom(8);
    return ending(
        (selector, result) -> {
          boolean candidate = selector.equals(CANDIDATE);
          SplittableRandom random = candidate ? ofCandidate : ofBaseline;
          double scatter = noise == 0 ? 1 : random.nextDouble(1 - noise, 1 + noise);
          double slower = candidate ? factor : 1;
          return StubRig.withLatency(result, Math.round(2e6 * slower * scatter));
        });
  }

  interface Ending {
    RunResult of(String selector, RunResult result);
  }

  RigFactory ending(Ending ending) {
    return (scenario, broker, driver, settings, listener) ->
        new Rig() {
          @Override
          public RunResult run() {
            runs.incrementAndGet();
            assertThat(session.artemis.open.get()).isLessThanOrEqualTo(2);
            return ending.of(
                broker.identity().selector(),
                StubRig.result(scenario, broker, Verdict.Status.OK, true));
          }

          @Override
          public void stop() {}
        };
  }

  int ab(String... more) {
    return abOf("embedded:artemis", CANDIDATE, more);
  }

  int abOf(String baseline, String candidate, String... more) {
    List<String> all =
        new ArrayList<>(
            List.of("ab", "FANIN.Q0.SINGLE", "--baseline", baseline, "--candidate", candidate));
    all.addAll(List.of(more));
    if (!all.contains("--rounds") && baseline.startsWith("embedded")) {
      all.addAll(List.of("--rounds", "20"));
    }
    all.addAll(List.of("--out", folder.resolve("results").toString()));
    return session.run(all.toArray(String[]::new));
  }

  AbResult result() throws IOException {
    return AbResult.CODEC.read(Files.readString(resultFolder().resolve("ab.json")));
  }

  Path resultFolder() throws IOException {
    try (Stream<Path> folders = Files.list(folder.resolve("results"))) {
      return folders.findFirst().orElseThrow();
    }
  }
}
