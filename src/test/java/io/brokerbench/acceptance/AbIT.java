package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.result.RunResult;
import io.brokerbench.experiment.gate.AbResult;
import io.brokerbench.experiment.gate.Decision;
import io.brokerbench.experiment.gate.Evidence;
import io.brokerbench.testkit.broker.FaultyBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two brokers in turns, as a release gate runs them. */
@Tag("release")
class AbIT {

  @TempDir Path folder;

  private Outcome compare(Tool tool, String baseline, String candidate, String... more) {
    return compareBy("FANIN.Q0.SHARED", tool, baseline, candidate, more);
  }

  private Outcome compareBy(
      String scenario, Tool tool, String baseline, String candidate, String... more) {
    List<String> args =
        new ArrayList<>(List.of("ab", scenario, "--baseline", baseline, "--candidate", candidate));
    args.addAll(List.of("--publishers", "10", "--consumers", "2", "--rate", "500"));
    args.addAll(List.of("--warmup", "100ms", "--duration", "300ms", "--rounds", "6"));
    args.addAll(List.of(more));
    return tool.runOnSchedule(args);
  }

  private static AbResult result(Tool tool) throws IOException {
    return AbResult.CODEC.read(Files.readString(tool.resultFolder().resolve("ab.json")));
  }

  @Test
  void aCandidateThatTakesTwiceAsLongIsFoundAndTheChangeIsWhatWasDoneToIt() throws Exception {
    try (FaultyBroker baseline = FaultyBroker.start();
        FaultyBroker candidate = FaultyBroker.start()) {
      baseline.faults().delayDeliveries(client -> true, Duration.ofMillis(20));
      candidate.faults().delayDeliveries(client -> true, Duration.ofMillis(40));
      Tool tool = new Tool(folder);
      Outcome outcome =
          compare(
              tool,
              "mqtt://127.0.0.1:" + baseline.port(),
              "mqtt://127.0.0.1:" + candidate.port(),
              "--junit",
              "gate.xml");

      assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(1);
      assertThat(outcome.out())
          .containsPattern("REGRESSED  worse than tolerated: [^\\n]*p50 end-to-end");
      assertThat(folder.resolve("gate.xml")).content().contains("<failure message=\"REGRESSED: ");
      AbResult result = result(tool);
      Evidence p50 =
          result.verdict().figures().stream()
              .filter(each -> each.figure().path().equals("latency.endToEnd.p50"))
              .findFirst()
              .orElseThrow()
              .outcome()
              .evidence();
      assertThat(p50.change()).isBetween(0.7, 1.1);
      assertThat(p50.low().orElseThrow()).isLessThanOrEqualTo(p50.change());
      String run = result.rounds().get(0).candidateRuns().get(0);
      assertThat(RunResult.CODEC.read(tool.resultFolder().resolve(run)).broker().selector())
          .isEqualTo("mqtt://127.0.0.1:" + candidate.port());
    }
  }

  @Test
  void duplicatesUnderQos2InEveryRunAreARegressionThatLeadsTheReport() throws Exception {
    try (FaultyBroker baseline = FaultyBroker.start();
        FaultyBroker candidate = FaultyBroker.start()) {
      candidate.faults().duplicateEvery(2);
      Tool tool = new Tool(folder);
      Outcome outcome =
          compareBy(
              "FANIN.Q2.SHARED",
              tool,
              "mqtt://127.0.0.1:" + baseline.port(),
              "mqtt://127.0.0.1:" + candidate.port(),
              "--junit",
              "gate.xml",
              "--markdown",
              "gate.md");

      assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(1);
      assertThat(outcome.out()).containsPattern("REGRESSED  the candidate delivered \\S+ messages");
      assertThat(folder.resolve("gate.md")).content().contains("received again");
      assertThat(folder.resolve("gate.xml"))
          .content()
          .contains("<failure message=\"REGRESSED: the candidate delivered ");
      AbResult result = result(tool);
      assertThat(result.verdict().decision()).isEqualTo(Decision.REGRESSED);
      assertThat(result.verdict().brokenContracts().get(0).guard())
          .isEqualTo("messages.duplicated");
    }
  }

  /** What the verdict of so brief runs is, the machine decides; that there is one, we do. */
  @Test
  void eachRunHasAFreshBrokerAndNothingIsLeft() throws Exception {
    Mosquitto.assumeInstalled();
    Tool tool = new Tool(folder);
    Outcome outcome = compare(tool, "process:mosquitto", "process:mosquitto", "--json");

    assertThat(outcome.exitCode()).as("%s", outcome).isIn(0, 1);
    AbResult result = result(tool);
    assertThat(AbResult.CODEC.read(outcome.out())).isEqualTo(result);
    assertThat(result.rounds()).hasSize(6);
    assertThat(result.verdict().decision()).isIn((Object[]) Decision.values());
    assertThat(result.verdict().figures())
        .extracting(figure -> figure.figure().path())
        .contains("throughput.received", "latency.endToEnd.p99", "broker.peakRss", "messages.loss");
    assertThat(tool.resultFolder().resolve("round-01-baseline.log")).exists();
    assertThat(tool.resultFolder().resolve("round-06-candidate.log")).exists();
    tool.leftNothing(outcome);
  }
}
