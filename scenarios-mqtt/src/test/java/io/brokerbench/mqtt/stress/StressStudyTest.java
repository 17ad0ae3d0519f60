package io.brokerbench.mqtt.stress;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.study.Study;
import io.brokerbench.experiment.study.StudySize;
import io.brokerbench.experiment.study.StudyVariant;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** The paper's set-up. */
class StressStudyTest {

  @Test
  void threePublishersWithRetainAndFifteenSubscribersOfAllTheirTopics() {
    assertThat(new StressCatalog().scenarios())
        .extracting(Scenario::name)
        .containsExactly("STRESS.Q0", "STRESS.Q1", "STRESS.Q2");
    for (Scenario scenario : new StressCatalog().scenarios()) {
      assertThat(scenario.topology().publishers()).isEqualTo(3);
      assertThat(scenario.topology().consumers()).isEqualTo(15);
      assertThat(scenario.topology().distribution()).isEqualTo(Distribution.ALL);
      assertThat(scenario.topology().topics().orElseThrow().subscribe())
          .isEqualTo(List.of("topic/0", "topic/1", "topic/2"));
      assertThat(scenario.workload().payload().bytes()).isEqualTo(64);
      assertThat(scenario.workload().retain()).isTrue();
    }
  }

  @Test
  void aStepOfTheSearchIsNoLongerThanTheSamples() {
    StudySize few = new StudySize(false, OptionalInt.of(3));
    for (StudyVariant row : new StressStudy().find("stress", few).orElseThrow().variants()) {
      assertThat(row.plan().peak().orElseThrow().probeWindow()).isEqualTo(Duration.ofSeconds(3));
      assertThat(row.plan().peak().orElseThrow().projected()).isTrue();
    }
  }

  @Test
  void threeSamplesOfThePeakWithAProbeOnATopicOfItsOwn() {
    Study study = new StressStudy().find("stress", StudySize.USUAL).orElseThrow();
    assertThat(study.repetitions()).isEqualTo(3);
    for (StudyVariant row : study.variants()) {
      assertThat(row.plan().peak()).isPresent();
      assertThat(row.plan().probe().orElseThrow().topology().topics().orElseThrow().publish())
          .isEqualTo("topic/latency");
    }
  }
}
