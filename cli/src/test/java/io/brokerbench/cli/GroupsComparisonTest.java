package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.cli.terminal.ExitCode;
import io.brokerbench.core.engine.Rig;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.experiment.bench.RigFactory;
import io.brokerbench.experiment.gate.AbResult;
import io.brokerbench.experiment.gate.Decision;
import io.brokerbench.experiment.gate.Regressed;
import io.brokerbench.experiment.group.GroupsResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code ab}, {@code compare} and {@code baseline} with groups of clients. */
class GroupsComparisonTest {

  private static final String CANDIDATE = "embedded:activemq";

  @TempDir Path folder;
  private String file;
  private Session session;

  /** What becomes of the run of a group on the candidate. */
  private interface Change {
    RunResult of(String group, RunResult result);
  }

  @BeforeEach
  void write() throws Exception {
    session = new Session(folder).with(rigs((group, result) -> result));
    file =
        Files.writeString(
                folder.resolve("fleet.yaml"),
                """
                name: FLEET
                phases: {warmUp: 1s, steady: 4s}
                workload: {qos: 1}
                groups:
                  telemetry:
                    topology: {publishers: 50, consumers: 5, distribution: PARTITIONS}
                    workload: {load: {rate: 100}}
                  commands:
                    start: 2s
                    topology: {publishers: 5, consumers: 5, distribution: PARTITIONS}
                    workload: {load: {rate: 10}}
                """)
            .toString();
  }

  private static RigFactory rigs(Change ofCandidate) {
    AtomicInteger runs = new AtomicInteger();
    return (scenario, broker, driver, settings, listener) ->
        new Rig() {
          @Override
          public RunResult run() {
            double scatter = 1 + (runs.incrementAndGet() % 3 - 1) * 0.01;
            RunResult result =
                StubRig.withLatency(
                    StubRig.result(scenario, broker, Status.OK, true), Math.round(2e6 * scatter));
            String group = scenario.name().replace("FLEET.", "");
            return broker.identity().selector().equals(CANDIDATE)
                ? ofCandidate.of(group, result)
                : result;
          }

          @Override
          public void stop() {}
        };
  }

  private static RunResult slower(RunResult result) {
    return StubRig.withLatency(result, 6_000_000);
  }

  private static RunResult losing(RunResult result) {
    return result
        .withMessages(new Messages(100, 100, 100, 100, 99, 1, 0, 0, 0, List.of()))
        .withVerdict(new Verdict(Status.CONTRACT_BROKEN, true, List.of("lost one")));
  }

  private int ab(String... more) {
    List<String> all =
        new ArrayList<>(
            List.of("ab", file, "--baseline", "embedded:artemis", "--candidate", CANDIDATE));
    all.addAll(List.of(more));
    if (!all.contains("--rounds")) {
      all.addAll(List.of("--rounds", "8"));
    }
    all.addAll(List.of("--out", folder.resolve("results").toString()));
    return session.run(all.toArray(String[]::new));
  }

  private Path results() throws IOException {
    try (Stream<Path> folders = Files.list(folder.resolve("results"))) {
      return folders.findFirst().orElseThrow();
    }
  }

  private AbResult result() throws IOException {
    return AbResult.CODEC.read(Files.readString(results().resolve("ab.json")));
  }

  private static List<String> regressed(AbResult result) {
    return result.verdict().figures().stream()
        .filter(figure -> figure.outcome() instanceof Regressed)
        .map(figure -> figure.figure().path())
        .toList();
  }

  @Test
  void equalBrokersPassInEachGroup() throws Exception {
    assertThat(ab()).as(session.err()).isZero();
    assertThat(session.out())
        .contains("PASS  nothing is worse than tolerated", "FLEET")
        .contains("telemetry: p50 end-to-end", "commands: p50 end-to-end");
    AbResult result = result();
    assertThat(result.name()).isEqualTo("FLEET");
    assertThat(result.groups().orElseThrow().groups()).hasSize(2);
    assertThat(result.verdict().figures())
        .extracting(figure -> figure.figure().path())
        .contains("telemetry.latency.endToEnd.p50", "commands.latency.endToEnd.p50")
        .doesNotContain("latency.endToEnd.p50");
    String run = result.rounds().get(0).candidateRuns().get(0);
    GroupsResult kept = GroupsResult.CODEC.read(Files.readString(results().resolve(run)));
    assertThat(kept.groups()).hasSize(2);
    assertThat(Files.readString(results().resolve("report.html")))
        .contains("FLEET", "commands: p50 end-to-end", "telemetry   50 publishers");
    assertThat(session.artemis.open).hasValue(0);
  }

  @Test
  void aSlowerGroupIsARegressionAndIsNamed() throws Exception {
    session.with(rigs((group, run) -> group.equals("commands") ? slower(run) : run));
    assertThat(ab()).isEqualTo(ExitCode.VERDICT_SAYS_NO);
    assertThat(regressed(result()))
        .contains("commands.latency.endToEnd.p50")
        .allMatch(path -> path.startsWith("commands."));
  }

  /** One run of eight is no proof, and too much for a PASS. */
  @Test
  void aGroupThatLosesAnAcknowledgedMessageWithholdsThePassAndIsNamed() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    session.with(
        rigs(
            (group, run) ->
                group.equals("commands") && runs.incrementAndGet() == 4 ? losing(run) : run));
    assertThat(ab("--inconclusive", "pass"))
        .as("what is inconclusive may pass, and a loss may not")
        .isEqualTo(ExitCode.VERDICT_SAYS_NO);
    assertThat(result().verdict().decision()).isEqualTo(Decision.INCONCLUSIVE);
    assertThat(result().verdict().reason())
        .isEqualTo(
            "commands: the candidate lost 1 acknowledged message in 1 of 8 runs, the baseline in"
                + " none");
    assertThat(session.out()).contains("INCONCLUSIVE  commands: the candidate lost 1 acknowledged");
  }

  @Test
  void aThresholdIsOfTheGroupThatItNames() throws Exception {
    assertThat(ab("--fail-if", "commands: p99>1ms")).isEqualTo(ExitCode.VERDICT_SAYS_NO);
    assertThat(session.out()).contains("CROSSED commands: p99 end-to-end 2.0 ms");
    assertThat(result().thresholds().orElseThrow()).hasSize(1);
  }

  @Test
  void aToleranceIsOfAllGroupsOrOfOne() throws Exception {
    session.with(rigs((group, run) -> slower(run)));
    assertThat(ab("--tolerance", "all=off,endToEnd.p50=900%,commands.latency.endToEnd.p50=50%"))
        .isEqualTo(ExitCode.VERDICT_SAYS_NO);
    assertThat(regressed(result())).containsExactly("commands.latency.endToEnd.p50");
  }

  @Test
  void aDryRunNamesBothSidesAndAllGroups() {
    assertThat(ab("--dry-run")).as(session.err()).isZero();
    assertThat(session.out())
        .containsOnlyOnce("\nbaseline    embedded:artemis")
        .containsOnlyOnce("\ncandidate   embedded:activemq")
        .contains("\ntelemetry   50 publishers", "\nclients     65, by the driver swarm");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--load-share 0.2 | --load-share 0.2: not with groups: give each group its load",
        "--search | --search: not with groups, of which each has a rate",
        "--tolerance none.p50=5% | no such figure",
        "--tolerance throughput.received=150% | telemetry.throughput.received 150",
        "--tolerance capacity=5% | throughput.capacity: not with groups, whose runs do not find it",
        "--tolerance latency.connect.p50=5% | latency.connect.p50: only where clients do nothing",
        "--budget 30s | --budget 30s: the least is 84s",
      })
  void whatDoesNotGoTogetherIsRefusedBeforeAnythingStarts(String options, String line) {
    assertThat(ab(options.split(" "))).isEqualTo(2);
    assertThat(session.err()).contains(line).doesNotContain("starting");
    assertThat(folder.resolve("results")).doesNotExist();
  }

  /** Stored runs of all groups together. */
  private String stored(String name, Change change) {
    Path out = folder.resolve(name);
    for (int i = 0; i < 7; i++) {
      Session runs = new Session(out).with(rigs(change));
      int code = runs.run("run", file, "--broker", CANDIDATE, "--out", out.resolve("" + i) + "");
      assertThat(code).as(runs.err()).isIn(0, 1);
    }
    for (int i = 0; i < 7; i++) {
      moveUp(out, out.resolve("" + i));
    }
    return out.toString();
  }

  private static void moveUp(Path out, Path number) {
    try (Stream<Path> made = Files.list(number)) {
      Files.move(made.findFirst().orElseThrow(), out.resolve("run-" + number.getFileName()));
      Files.delete(number);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void storedRunsOfGroupsAreComparedAndSavedAsABaseline() {
    String main = stored("main", (group, run) -> run);
    String slow = stored("slow", (group, run) -> group.equals("commands") ? slower(run) : run);
    String baselines = folder.resolve("baselines").toString();
    assertThat(session.run("baseline", "save", "main", main, "--baselines", baselines))
        .as(session.err())
        .isZero();
    assertThat(
            session.run(
                "compare",
                "baseline:main",
                stored("same", (group, run) -> run),
                "--baselines",
                baselines))
        .as(session.err())
        .isZero();
    assertThat(session.out())
        .contains("groups telemetry, commands", "PASS  nothing is worse than tolerated");
    assertThat(session.run("compare", main, slow)).isEqualTo(ExitCode.VERDICT_SAYS_NO);
    assertThat(session.out())
        .contains("REGRESSED    commands: p50 end-to-end +")
        .doesNotContain("REGRESSED    telemetry");
  }
}
