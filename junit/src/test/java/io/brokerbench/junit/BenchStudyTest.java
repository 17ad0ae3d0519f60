package io.brokerbench.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.testkit.engine.EventConditions.displayName;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedSuccessfully;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.instanceOf;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import io.brokerbench.experiment.study.StudySize;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineExecutionResults;

/** Studies in test classes as users write them. */
class BenchStudyTest {

  private static final List<MeasuredStudy> SEEN = new ArrayList<>();

  @TempDir private Path results;

  @BrokerBench(broker = "test:faulty")
  static class Studying {
    @Test
    void isMeasured(Bench bench, @TempDir Path folder) throws Exception {
      MeasuredStudy study = bench.study(definition(folder), StudySize.USUAL);
      SEEN.clear();
      SEEN.add(study);
      BenchAssertions.assertThat(study).isMeasured();
    }

    @Test
    void isNotMeasured(Bench bench, @TempDir Path folder) throws Exception {
      BenchAssertions.assertThat(bench.on("test:drops").study(definition(folder), StudySize.USUAL))
          .isMeasured();
    }

    private static String definition(Path folder) throws Exception {
      return Files.writeString(
              folder.resolve("two.yaml"),
              """
              name: two
              scenarios:
                - name: SMALL
                  topology: {publishers: 2, consumers: 1}
                  workload: {qos: 1, load: {rate: 200}}
                  phases: {warmUp: 0s, steady: 300ms, drainLimit: 10s, quietPeriod: 300ms}
              """)
          .toString();
    }
  }

  @Test
  void aStudyHasCellsOnFreshBrokersAndAPage() {
    EngineExecutionResults executed = BrokerBenchTest.measured(Studying.class, results);
    assertThat(BrokerBenchTest.ended(executed)).hasSize(2);
    executed
        .testEvents()
        .assertThatEvents()
        .haveExactly(1, event(displayName("isMeasured(Bench, Path)"), finishedSuccessfully()))
        .haveExactly(
            1,
            event(
                displayName("isNotMeasured(Bench, Path)"),
                finishedWithFailure(
                    instanceOf(AssertionError.class),
                    message(text -> text.contains("SMALL") && text.contains("CONTRACT_BROKEN")))));

    MeasuredStudy study = SEEN.get(0);
    assertThat(study.cells()).hasSize(1);
    assertThat(study.folder().resolve("report.html")).content().contains("SMALL");
    assertThat(study.folder().resolve("tables.csv")).content().contains("SMALL");
    assertThat(FaultyBrokers.STARTED).isNotEmpty().allMatch(FaultyBrokers::isClosed);
  }
}
