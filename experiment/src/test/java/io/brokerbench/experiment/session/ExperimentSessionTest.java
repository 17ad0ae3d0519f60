package io.brokerbench.experiment.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.broker.FaultCommands;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.ResourceLimits;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.experiment.bench.StopSwitch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperimentSessionTest {

  @TempDir private Path out;

  private final List<String> events = new ArrayList<>();
  private final RunResult result = new ExampleResult().build();

  private SessionEnvironment environment(Checks checks, RecordedEnvironment.Course course) {
    return new RecordedEnvironment(events).of(out, checks, course);
  }

  /** Else a signal would end the tool between a fault and the command that undoes it. */
  @Test
  void aStoppedRunMayTakeAsLongAsItsFaultCommands() {
    Duration drain = result.scenario().phases().drainLimit();
    Duration limit = Duration.ofMinutes(10);
    FaultCommands breaking = new FaultCommands("stop", Optional.empty(), limit);
    FaultCommands healing = new FaultCommands("stop", Optional.of("start"), limit);
    assertThat(experiment().requirements().drainLimit()).isEqualTo(drain);
    assertThat(experiment(breaking).requirements().drainLimit()).isEqualTo(drain.plus(limit));
    assertThat(experiment(healing).requirements().drainLimit())
        .isEqualTo(drain.plus(limit).plus(limit));
  }

  private RunExperiment experiment(FaultCommands commands) {
    RunTarget target = experiment().target();
    return new RunExperiment(
        target.withSettings(target.settings().withFaultCommands(Optional.of(commands))));
  }

  private RunExperiment experiment() {
    return new RunExperiment(
        new RunTarget(
            result.scenario(),
            "broker",
            SomeBrokers.RUNNING,
            ResourceLimits.NONE,
            null,
            RigSettings.defaults()));
  }

  private Outcome<RunResult> perform(SessionEnvironment environment) throws Exception {
    return new ExperimentSession(environment, SessionListener.NONE, new StopSwitch())
        .perform(
            experiment(),
            outcome -> {
              events.add("conclusion");
              return outcome;
            });
  }

  private List<Path> folders() throws IOException {
    try (Stream<Path> made = Files.list(out)) {
      return made.toList();
    }
  }

  @Test
  void aResultIsKeptAndConcludedBeforeItsBrokerEnds() throws Exception {
    Outcome<RunResult> outcome = perform(environment(target -> {}, broker -> result));

    assertThat(events).containsExactly("broker starts", "run", "conclusion", "broker ends");
    assertThat(outcome.problem()).isEmpty();
    assertThat(outcome.folder().orElseThrow().path())
        .hasParent(out)
        .isDirectoryContaining("glob:**/result.json");
  }

  @Test
  void aTargetThatCannotDoItStartsNothing() throws Exception {
    SessionEnvironment environment =
        environment(
            target -> {
              throw new EnvironmentException("too few files");
            },
            broker -> result);

    assertThatThrownBy(() -> perform(environment)).isInstanceOf(EnvironmentException.class);
    assertThat(events).isEmpty();
    assertThat(folders()).isEmpty();
  }

  @Test
  void aRunThatMeasuresNothingLeavesNeitherABrokerNorAFolder() throws Exception {
    SessionEnvironment environment =
        environment(
            target -> {},
            broker -> {
              throw new RunException("no connection", null);
            });

    assertThatThrownBy(() -> perform(environment)).isInstanceOf(RunException.class);
    assertThat(events).containsExactly("broker starts", "run", "broker ends");
    assertThat(folders()).isEmpty();
  }

  @Test
  void aResultThatCannotBeKeptIsConcludedAllTheSame() throws Exception {
    SessionEnvironment environment =
        environment(
            target -> {},
            broker -> {
              try {
                Files.delete(folders().get(0));
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
              return result;
            });

    Outcome<RunResult> outcome = perform(environment);

    assertThat(outcome.result()).isEqualTo(result);
    assertThat(outcome.problem()).isPresent();
    assertThat(events).endsWith("conclusion", "broker ends");
  }
}
