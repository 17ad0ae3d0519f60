package io.brokerbench.experiment.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.brokerbench.core.definition.ScenarioDefaults;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.telemetry.FileDescriptorLimit;
import io.brokerbench.core.telemetry.MachineLimits;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MachineCheckTest {

  private static MachineCheck check(int publishers, int consumers, int workers) {
    MachineLimits limits =
        new MachineLimits(
            Optional.of(new FileDescriptorLimit(20_000, 100)),
            OptionalLong.empty(),
            OptionalLong.empty());
    return new MachineCheck(
        new Scenario(
            "test",
            "",
            new Topology(publishers, consumers, Distribution.SHARED),
            ScenarioDefaults.workload(Qos.AT_MOST_ONCE),
            ScenarioDefaults.session(false),
            ScenarioDefaults.PHASES),
        new SomeDriver(),
        RigSettings.defaults().withWorkers(workers),
        limits);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          29990 | 10 | 1 | 30 000 connections need 30 300 open files, the limit is 20 000: raise it (ulimit -n), or use 2 workers
          59990 | 10 | 2 | 60 000 connections need 30 300 open files in the largest of 2 workers, the limit is 20 000: raise it (ulimit -n), or use 4 workers
          1000 | 29000 | 1 | 30 000 connections need 30 300 open files, the limit is 20 000: raise it (ulimit -n)
          """)
  void theNumberOfWorkersThatWouldDoIsNamed(
      int publishers, int consumers, int workers, String line) {
    assertThat(catchThrowable(() -> check(publishers, consumers, workers).files("")))
        .isInstanceOf(EnvironmentException.class)
        .extracting(problem -> problem.getMessage().replace('\u202f', ' '))
        .isEqualTo(line);
  }

  @Test
  void theNumberThatIsNamedDoesIt() {
    assertThatCode(() -> check(29_990, 10, 2).files("")).doesNotThrowAnyException();
    assertThatCode(() -> check(59_990, 10, 4).files("")).doesNotThrowAnyException();
  }

  @Test
  void whatIsNotKnownLimitsNothing() {
    assertThatCode(() -> check(1_000_000, 1, 64).memory(true)).doesNotThrowAnyException();
  }
}
