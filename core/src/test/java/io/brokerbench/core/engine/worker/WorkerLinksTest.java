package io.brokerbench.core.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.definition.ScenarioDigest;
import io.brokerbench.core.engine.assignment.Assignment;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.result.DriverInfo;
import io.brokerbench.core.scenario.Scenario;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whether workers on other machines are of this build, before anything connects. */
class WorkerLinksTest {

  private static final DriverInfo DRIVER = new DriverInfo("swarm", "epoll", 1, Optional.empty(), 1);

  private static WorkerLinks team(Function<WorkerCommand, WorkerAnswer> answers) {
    WorkerLinks team = new WorkerLinks();
    team.add(
        new WorkerLink(
            new AnsweringPipe("agent b (host 10.0.0.2)", answers.andThen(Stream::of)),
            System::nanoTime));
    return team;
  }

  private static WorkerAnswer hello(int version, long nanos) {
    return new WorkerAnswer.Hello(version, nanos, Optional.empty());
  }

  private static Scenario read(WorkerCommand command) {
    return ((WorkerCommand.Open) command).assignment().scenario();
  }

  private static Scenario atAnotherRate(Scenario scenario) {
    return scenario.withWorkload(scenario.workload().withLoad(new ConstantLoad(Rate.perSecond(1))));
  }

  @Test
  void workersThatReadTheScenarioAlikeAreOpened() throws Exception {
    WorkerLinks team =
        team(command -> new WorkerAnswer.Opened(DRIVER, ScenarioDigest.of(read(command))));
    assertThat(team.open("swarm", List.of(WorkerLinesTest.assignment()))).containsExactly(DRIVER);
  }

  @Test
  void oneThatReadsItOtherwiseIsRefusedByName() throws Exception {
    WorkerLinks team =
        team(
            command ->
                new WorkerAnswer.Opened(DRIVER, ScenarioDigest.of(atAnotherRate(read(command)))));
    Assignment assignment = WorkerLinesTest.assignment();
    assertThatThrownBy(() -> team.open("swarm", List.of(assignment)))
        .isInstanceOf(RunException.class)
        .hasMessage(
            "agent b (host 10.0.0.2) reads the scenario %s differently from this process: its build"
                    .formatted(assignment.scenario().name())
                + " differs");
  }

  @Test
  void oneOfAnotherProtocolIsRefusedByName() {
    WorkerLinks team = team(command -> hello(WorkerAnswer.VERSION + 1, System.nanoTime()));
    assertThatThrownBy(() -> team.greet(System::nanoTime, List.of(1_000_000_000L)))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("agent b (host 10.0.0.2) speaks version ");
  }

  @Test
  void oneWhoseClockIsNotTheRunsIsRefusedByName() {
    WorkerLinks team = team(command -> hello(WorkerAnswer.VERSION, 17));
    assertThatThrownBy(() -> team.greet(System::nanoTime, List.of(1_000_000L)))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("agent b (host 10.0.0.2) has another clock than this process: 17 ns");
  }
}
