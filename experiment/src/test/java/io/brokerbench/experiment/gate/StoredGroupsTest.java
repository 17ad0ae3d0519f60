package io.brokerbench.experiment.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.core.scenario.ClientGroup;
import io.brokerbench.core.scenario.GroupedScenario;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.experiment.group.GroupsResult;
import io.brokerbench.experiment.metric.FigureValues;
import io.brokerbench.experiment.metric.Repetitions;
import io.brokerbench.experiment.metric.Tolerances;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stored runs of groups of clients: compared figure by figure, and by each group's contracts. */
class StoredGroupsTest {

  @TempDir Path folder;
  private BaselineStore store;
  private StoredResults results;

  @BeforeEach
  void open() {
    store = new BaselineStore(folder.resolve("baselines"));
    results = new StoredResults(store);
  }

  private Path put(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private static GateVerdict verdict(Repetitions baseline, Repetitions candidate) {
    return CompareResult.of(Instant.EPOCH, baseline, candidate, List.of(), Tolerances.USUAL)
        .verdict();
  }

  /** Of one group, the candidate is twice as slow, or loses what it acknowledged. */
  private static GroupsResult fleet(RunResult telemetry, RunResult commands) {
    RunResult any = new ExampleResult().build();
    GroupedScenario scenario =
        new GroupedScenario(
            "FLEET",
            "",
            List.of(
                new ClientGroup("telemetry", Optional.empty(), any.scenario()),
                new ClientGroup("commands", Optional.empty(), any.scenario())));
    return GroupsResult.of(scenario, List.of(telemetry, commands));
  }

  private Repetitions stored(String name, GroupsResult result) throws IOException {
    for (int i = 0; i < 6; i++) {
      put(name + "/" + i + "/groups.json", GroupsResult.CODEC.write(result));
    }
    return results.read(List.of(folder.resolve(name).toString()));
  }

  @Test
  void groupsAreComparedFigureByFigureAndABaselineKeepsThem() throws IOException {
    RunResult fine = new ExampleResult().build();
    RunResult slow = new ExampleResult().latencyScale(2).build();
    store.save(Baseline.of("main", Instant.EPOCH, stored("main", fleet(fine, fine))));
    Repetitions main = results.read(List.of("baseline:main"));
    assertThat(main.subject().groups().orElseThrow())
        .extracting(ClientGroup::name)
        .containsExactly("telemetry", "commands");
    assertThat(main.figures())
        .extracting(values -> values.figure().path())
        .contains(
            "telemetry.latency.endToEnd.p50",
            "commands.latency.endToEnd.p50",
            "telemetry.messages.loss",
            "broker.peakRss")
        .doesNotContain("latency.endToEnd.p50", "telemetry.broker.peakRss");
    assertThat(verdict(main, stored("same", fleet(fine, fine))).decision())
        .isEqualTo(Decision.PASS);

    GateVerdict slower = verdict(main, stored("slow", fleet(fine, slow)));
    assertThat(slower.decision()).isEqualTo(Decision.REGRESSED);
    assertThat(slower.figures())
        .filteredOn(figure -> figure.outcome() instanceof Regressed)
        .extracting(figure -> figure.figure().path())
        .contains("commands.latency.endToEnd.p50")
        .noneMatch(path -> path.startsWith("telemetry."));
  }

  @Test
  void aGroupThatLosesAnAcknowledgedMessageWithholdsThePassAndIsNamed() throws IOException {
    RunResult fine = new ExampleResult().build();
    RunResult losing =
        new ExampleResult()
            .messages(new Messages(100, 100, 100, 100, 99, 1, 0, 0, 0, List.of()))
            .verdict(Verdict.Status.CONTRACT_BROKEN, true, "lost one")
            .build();
    List<GroupsResult> runs = new ArrayList<>(Collections.nCopies(5, fleet(fine, fine)));
    runs.add(fleet(fine, losing));
    for (int i = 0; i < runs.size(); i++) {
      put("one/" + i + "/groups.json", GroupsResult.CODEC.write(runs.get(i)));
    }
    Repetitions candidate = results.read(List.of(folder.resolve("one").toString()));
    GateVerdict verdict = verdict(stored("main", fleet(fine, fine)), candidate);
    assertThat(verdict.decision()).isEqualTo(Decision.INCONCLUSIVE);
    assertThat(verdict.reason())
        .isEqualTo(
            "commands: the candidate lost 1 acknowledged message in 1 of 6 runs, the baseline in"
                + " none");
    assertThat(verdict.brokenContracts())
        .extracting(GuardFinding::guard)
        .containsExactly("commands.messages.lost");
  }

  @Test
  void aRunOfGroupsIsLeftOutWhereOneOfThemSaysNothing() throws IOException {
    RunResult fine = new ExampleResult().build();
    RunResult late =
        new ExampleResult().verdict(Verdict.Status.GENERATOR_LIMITED, true, "late").build();
    put("all/a/groups.json", GroupsResult.CODEC.write(fleet(fine, fine)));
    put("all/b/groups.json", GroupsResult.CODEC.write(fleet(fine, late)));
    Repetitions read = results.read(List.of(folder.resolve("all").toString()));
    assertThat(read.subject().repetitions()).isEqualTo(1);
    assertThat(read.subject().leftOut())
        .containsExactly(folder.resolve("all/b/groups.json") + ": commands: late");
    assertThat(read.contracts()).hasSize(2);
  }

  @Test
  void otherGroupsAreNoRepetitions() throws IOException {
    RunResult fine = new ExampleResult().build();
    put("all/a/groups.json", GroupsResult.CODEC.write(fleet(fine, fine)));
    put("all/b/result.json", RunResult.CODEC.write(fine));
    assertThatThrownBy(() -> results.read(List.of(folder.resolve("all").toString())))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("is no repetition of those before: kind GROUPS against RUN");
    RunResult exactly = new ExampleResult().qos(Qos.EXACTLY_ONCE).build();
    put("all/b/groups.json", GroupsResult.CODEC.write(fleet(fine, exactly)));
    Files.delete(folder.resolve("all/b/result.json"));
    assertThatThrownBy(() -> results.read(List.of(folder.resolve("all").toString())))
        .hasMessageContaining("groups.commands.workload.qos");
  }

  @Test
  void aToleranceIsOfAllGroupsOrOfOne() throws IOException {
    RunResult fine = new ExampleResult().build();
    Repetitions main = stored("main", fleet(fine, fine));
    List<Figure> figures = main.figures().stream().map(FigureValues::figure).toList();
    Tolerances tolerances =
        Tolerances.parse("endToEnd.p99=33%,commands.latency.endToEnd.p99=44%,p50=off", figures);
    Figure p99 = FigureCatalogue.find("latency.endToEnd.p99");
    assertThat(tolerances.applied(p99.ofGroup("telemetry")).orElseThrow().tolerated())
        .isEqualTo(0.33);
    assertThat(tolerances.applied(p99.ofGroup("commands")).orElseThrow().tolerated())
        .isEqualTo(0.44);
    assertThat(tolerances.applied(FigureCatalogue.find("latency.endToEnd.p50").ofGroup("commands")))
        .isEmpty();
  }
}
