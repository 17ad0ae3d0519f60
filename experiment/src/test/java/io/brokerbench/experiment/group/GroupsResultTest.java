package io.brokerbench.experiment.group;

import static io.brokerbench.core.result.DocumentSchema.problems;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.base.Json;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.ClientGroup;
import io.brokerbench.core.scenario.GroupedScenario;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Threshold;
import io.brokerbench.experiment.session.Answer;
import io.brokerbench.experiment.session.GroupsExperiment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GroupsResultTest {

  private static final RunResult RUN = new ExampleResult().build();

  private static GroupsResult of(Status... statuses) {
    List<ClientGroup> groups = new ArrayList<>();
    List<RunResult> runs = new ArrayList<>();
    for (Status status : statuses) {
      Duration start = Duration.ofSeconds(groups.size());
      groups.add(new ClientGroup("g" + groups.size(), Optional.of(start), RUN.scenario()));
      runs.add(
          RUN.withVerdict(new Verdict(status, status != Status.FAILED, List.of("why " + status))));
    }
    return GroupsResult.of(new GroupedScenario("FLEET", "a fleet", groups), runs);
  }

  private static GroupedScenario two(String first, String second, Scenario scenarioOfSecond) {
    return new GroupedScenario(
        "FLEET",
        "",
        List.of(
            new ClientGroup(first, Optional.empty(), RUN.scenario()),
            new ClientGroup(second, Optional.empty(), scenarioOfSecond)));
  }

  private static List<Status> ofGroups(GroupsResult result) {
    return result.groups().stream().map(group -> group.run().verdict().status()).toList();
  }

  @Test
  void theRunHasTheGravestVerdict() {
    assertThat(of(Status.OK, Status.OK).verdict())
        .isEqualTo(new Verdict(Status.OK, true, List.of("all 2 groups are OK")));
    assertThat(of(Status.OK, Status.BROKER_LIMITED, Status.CONTRACT_BROKEN, Status.OK).verdict())
        .isEqualTo(
            new Verdict(
                Status.CONTRACT_BROKEN,
                true,
                List.of("g2: why CONTRACT_BROKEN", "g1: why BROKER_LIMITED")));
    assertThat(of(Status.OK, Status.FAILED).verdict())
        .isEqualTo(new Verdict(Status.FAILED, false, List.of("g1: why FAILED")));
  }

  /** One process makes the load of all groups. */
  @Test
  void whereTheGeneratorWasLateInOneGroupNoOtherBlamesTheBroker() {
    GroupsResult result =
        of(Status.BROKER_LIMITED, Status.GENERATOR_LIMITED, Status.OK, Status.CONTRACT_BROKEN);
    assertThat(ofGroups(result))
        .containsExactly(
            Status.GENERATOR_LIMITED, Status.GENERATOR_LIMITED, Status.OK, Status.CONTRACT_BROKEN);
    assertThat(result.groups().get(0).run().verdict().reasons())
        .containsExactly(
            "the generator, which is the same for all groups, was late in g1",
            "why BROKER_LIMITED");
    assertThat(result.verdict().status()).isEqualTo(Status.CONTRACT_BROKEN);
    assertThat(of(Status.BROKER_LIMITED, Status.GENERATOR_LIMITED).verdict().status())
        .isEqualTo(Status.GENERATOR_LIMITED);
  }

  /** Its own verdict may name something graver. */
  @Test
  void aLateGeneratorExcusesTheBrokerWhateverElseWasWrongInItsGroup() {
    RunResult late =
        RUN.withGenerator(new ExampleResult().unhealthy().build().generator())
            .withVerdict(new Verdict(Status.CONTRACT_BROKEN, true, List.of("it came twice")));
    RunResult behind =
        RUN.withVerdict(new Verdict(Status.BROKER_LIMITED, true, List.of("it fell behind")));
    GroupedScenario scenario = two("behind", "late", RUN.scenario());
    assertThat(ofGroups(GroupsResult.of(scenario, List.of(behind, late))))
        .containsExactly(Status.GENERATOR_LIMITED, Status.CONTRACT_BROKEN);

    RunResult brokenToo =
        RUN.withVerdict(
            new Verdict(
                Status.CONTRACT_BROKEN,
                true,
                List.of("it lost one, and fell behind"),
                Optional.of(Status.BROKER_LIMITED)));
    Verdict excused =
        GroupsResult.of(scenario, List.of(brokenToo, late)).groups().get(0).run().verdict();
    assertThat(excused.status()).isEqualTo(Status.CONTRACT_BROKEN);
    assertThat(excused.pace()).contains(Status.GENERATOR_LIMITED);
  }

  @Test
  void aCrossedThresholdOfOneGroupIsANo() {
    Scenario strict = RUN.scenario().andThresholds(List.of(Threshold.parse("p99>1ns")));
    GroupedScenario scenario = two("lax", "strict", strict);
    RunResult fine = RUN.withVerdict(new Verdict(Status.OK, true, List.of("fine")));
    GroupsResult kept = GroupsResult.of(scenario, List.of(fine, fine));
    GroupsResult crossed = GroupsResult.of(scenario, List.of(fine, fine.withScenario(strict)));
    GroupsExperiment experiment = new GroupsExperiment(scenario, List.of());
    assertThat(experiment.answer(kept)).isEqualTo(Answer.YES);
    assertThat(experiment.answer(crossed)).isEqualTo(Answer.NO);
    assertThat(crossed.thresholds()).extracting(Map.Entry::getKey).containsExactly("strict");
  }

  @Test
  void theDocumentIsValidAndReadAsItWasWritten() throws Exception {
    GroupsResult result = of(Status.OK, Status.BROKER_LIMITED);
    String json = GroupsResult.CODEC.write(result);
    assertThat(problems(GroupsResult.class, Json.mapper().readTree(json))).isEmpty();
    assertThat(GroupsResult.CODEC.read(json)).isEqualTo(result);
  }
}
