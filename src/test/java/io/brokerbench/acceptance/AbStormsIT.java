package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.experiment.gate.AbResult;
import io.brokerbench.experiment.gate.AbRound;
import io.brokerbench.experiment.gate.Decision;
import io.brokerbench.testkit.RetryOnNoise;
import io.brokerbench.testkit.broker.Faults;
import io.brokerbench.testkit.broker.FaultyBroker;
import io.brokerbench.testkit.broker.MessageFilter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a candidate owes in a storm, or to requesters, is a contract that the gate holds it to. */
@Tag("release")
class AbStormsIT {

  @TempDir Path folder;

  private Outcome compare(Tool tool, Consumer<Faults> faults, String scenario, String... more)
      throws Exception {
    try (FaultyBroker baseline = FaultyBroker.start();
        FaultyBroker candidate = FaultyBroker.start()) {
      List<String> args = new ArrayList<>(List.of("ab", scenario));
      args.addAll(List.of("--baseline", "mqtt://127.0.0.1:" + baseline.port()));
      args.addAll(List.of("--candidate", "mqtt://127.0.0.1:" + candidate.port()));
      args.addAll(List.of("--rounds", "6", "--warmup", "200ms", "--quiet-period", "500ms"));
      args.addAll(List.of(more));
      return RetryOnNoise.measure(
          () -> {
            faults.accept(candidate.faults().clear());
            return tool.run(args);
          },
          outcome -> outcome.exitCode() != Tool.INVALID);
    }
  }

  private static AbResult result(Tool tool) throws IOException {
    return AbResult.CODEC.read(Files.readString(tool.resultFolder().resolve("ab.json")));
  }

  /** 18 of 20 clients vanish in each round, so the 90th will is of the fifth round. */
  @Test
  void aCandidateThatWithholdsOneWillDoesNotPassAndTheFirstLineSaysSo() throws Exception {
    Tool tool = new Tool(folder);
    Outcome outcome =
        compare(
            tool,
            faults -> faults.storms().withholdWills(90),
            "WILL",
            "--publishers",
            "20",
            "--consumers",
            "2",
            "--storm-every",
            "10ms",
            "--duration",
            "500ms");
    assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(1);
    AbResult result = result(tool);
    assertThat(result.verdict().decision()).isNotEqualTo(Decision.PASS);
    assertThat(result.verdict().brokenContracts().get(0).guard()).isEqualTo("storm.lostWills");
    String first =
        "the candidate withheld 2 deliveries of wills in 1 of \\d+ runs, the baseline in none";
    assertThat(oneLine(outcome)).containsPattern("(INCONCLUSIVE|REGRESSED) " + first);

    Path main = copied(tool, result, "main", AbRound::baselineRuns);
    Path branch = copied(tool, result, "branch", AbRound::candidateRuns);
    Tool later = new Tool(folder.resolve("later"));
    assertThat(later.run("baseline", "save", "wills", main.toString()).exitCode()).isZero();
    Outcome stored = later.run("compare", "baseline:wills", branch.toString());
    assertThat(stored.exitCode()).as("%s", stored).isEqualTo(1);
    assertThat(oneLine(stored)).containsPattern("(INCONCLUSIVE|REGRESSED) " + first);
  }

  private Path copied(Tool tool, AbResult result, String name, Function<AbRound, List<String>> runs)
      throws IOException {
    Path target = Files.createDirectory(folder.resolve(name));
    for (AbRound round : result.rounds()) {
      for (String run : runs.apply(round)) {
        Path to = Files.createDirectory(target.resolve("run-" + round.number() + "-" + name));
        Files.copy(tool.resultFolder().resolve(run), to.resolve("result.json"));
      }
    }
    return target;
  }

  /** The report, with lines that are too long for the terminal as they were. */
  private static String oneLine(Outcome outcome) {
    return outcome.out().replaceAll("\\s+", " ");
  }

  @Test
  void aCandidateThatNeverAnswersOneRequestOfEachRunHasRegressed() throws Exception {
    Tool tool = new Tool(folder);
    Outcome outcome =
        compare(
            tool,
            faults ->
                faults
                    .deliveries()
                    .drop(MessageFilter.message(3, 5).from(id -> id.matches(".*r\\d+"))),
            "REQUEST.MQTT5",
            "--publishers",
            "10",
            "--responders",
            "2",
            "--rate",
            "200",
            "--duration",
            "1s");
    assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(1);
    assertThat(result(tool).verdict().brokenContracts().get(0).guard())
        .isEqualTo("requests.neverAnswered");
    assertThat(oneLine(outcome))
        .containsPattern(
            "REGRESSED the candidate never answered \\d+ acknowledged requests in \\d+ of \\d+"
                + " runs, the baseline in none");
  }

  @Test
  void whatAStormMissesFailsAThreshold() throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      broker.faults().storms().withholdWills(7);
      Outcome outcome =
          new Tool(folder)
              .run(
                  "run",
                  "WILL",
                  "--broker",
                  "mqtt://127.0.0.1:" + broker.port(),
                  "--publishers",
                  "10",
                  "--consumers",
                  "1",
                  "--warmup",
                  "200ms",
                  "--duration",
                  "500ms",
                  "--quiet-period",
                  "500ms",
                  "--fail-if",
                  "storm.lostWills>0",
                  "--fail-if",
                  "storm.all>1h");
      assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(1);
      assertThat(outcome.out() + outcome.err())
          .contains("1 wills lost, fails above 0")
          .contains("until all had it is not known");
    }
  }
}
