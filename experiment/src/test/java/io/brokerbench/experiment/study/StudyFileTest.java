package io.brokerbench.experiment.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.definition.ScenarioCatalog;
import io.brokerbench.core.definition.Scenarios;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.cell.CellPlan;
import io.brokerbench.experiment.cell.PeakPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudyFileTest {

  private static final Scenarios SCENARIOS = Scenarios.of(List.of(new Stubs()));

  @TempDir Path folder;

  /** Two scenarios. */
  private static final class Stubs implements ScenarioCatalog {
    @Override
    public String title() {
      return "stubs";
    }

    @Override
    public List<Scenario> scenarios() {
      return List.of(StubStudy.scenario("FIRST"), StubStudy.scenario("SECOND"));
    }
  }

  private Study read(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("my.yaml"), text);
    return StudyFile.read(file, SCENARIOS, List.of("embedded"), UnaryOperator.identity());
  }

  @Test
  void aStudyIsScenariosTimesVariantsOnBrokers() throws IOException {
    Study study =
        read(
            """
            name: payloads
            description: Small and large
            brokers: [embedded:artemis, process:mosquitto]
            repetitions: 2
            scenarios:
              - FIRST
              - {name: MINE, workload: {qos: 1}}
            variants:
              - name: small
                set: {workload: {payload: {bytes: 32}}}
              - name: large
                set: {workload: {payload: {bytes: 4096}, load: {rate: 50}}}
            probe: {}
            """);

    assertThat(study.cells()).hasSize(16);
    assertThat(study.brokers()).containsExactly("embedded:artemis", "process:mosquitto");
    StudyVariant last = study.variants().get(3);
    assertThat(last.scenario()).isEqualTo("MINE");
    Scenario load = last.plan().load().orElseThrow();
    assertThat(load.workload().payload().bytes()).isEqualTo(4096);
    assertThat(load.workload().qos()).isEqualTo(Qos.AT_LEAST_ONCE);
    assertThat(last.plan().probe().orElseThrow().workload().qos()).isEqualTo(Qos.AT_LEAST_ONCE);
  }

  @Test
  void aSearchBeginsAtATenthOfTheRateUnlessItSaysMore() throws IOException {
    Scenario load = StubStudy.scenario("FIRST");
    PeakPlan usual = search(read("name: a\nscenarios: [FIRST]\nsearch: {}\n"));
    PeakPlan asked =
        search(
            read(
                """
                name: a
                scenarios: [FIRST]
                search: {from: 300, within: 5, maxSteps: 9, probe: 1s}
                """));

    assertThat(usual).isEqualTo(PeakPlan.of(load));
    assertThat(usual.within()).isEqualTo(0.02);
    assertThat(usual.maxSteps()).isEqualTo(20);
    assertThat(asked).isEqualTo(new PeakPlan(300, 0.05, 9, Duration.ofSeconds(1)));
  }

  private static PeakPlan search(Study study) {
    return study.variants().get(0).plan().peak().orElseThrow();
  }

  @Test
  void whatIsLeftOutIsUsual() throws IOException {
    Study study = read("name: one\nscenarios: [SECOND]\n");

    assertThat(study.brokers()).containsExactly("embedded");
    assertThat(study.repetitions()).isEqualTo(1);
    assertThat(study.variants())
        .containsExactly(
            new StudyVariant("SECOND", "SECOND", CellPlan.run(StubStudy.scenario("SECOND"))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          name: a;scenarioz: [FIRST] | :2:1: a study has no key scenarioz; did you mean scenarios?
          name: a;scenarios: [FIRSTT] | :2:13: no scenario FIRSTT; did you mean FIRST?
          name: a/b;scenarios: [FIRST] | :1:1: name a/b: letters, digits
          name: a;scenarios: [FIRST];repetitions: 0 | :3:1: repetitions 0: between 1 and 1000
          name: a;scenarios: [FIRST];brokers: [x, x] | :3:1: brokers x: each once
          name: a;scenarios: [FIRST];brokers: x | :3:1: brokers x: a list
          name: a;scenarios: [FIRST];variants: [{name: b, sett: {}}] | variants 1 has no key sett; did you
          name: a;scenarios: [FIRST];variants: [{name: b, set: {topologie: {}}}] | a scenario has no key topologie
          name: a;scenarios: [FIRST];variants: [{name: b, set: {workload: {qos: 3}}}] | qos 3: one of 0, 1 and 2
          name: a;scenarios: [FIRST];variants: [{name: b, set: {workload: {payload: {bytes: 8}}}}] | payload 8: at least 24 bytes
          name: a;scenarios: [FIRST];search: {within: 90} | :3:1: within 90.0: between 0.1 and 50 %
          name: a;scenarios: [FIRST];search: {maxSteps: 1} | :3:1: maxSteps 1: at least 2
          name: a;scenarios: [{name: b, workload: {load: {type: closed}}}];search: {} | has a closed load
          name: a;scenarios: [] | a study needs a scenario
          """)
  void whatIsWrongIsOneLineThatNamesThePlace(String text, String message) {
    assertThatThrownBy(() -> read(text.replace(';', '\n')))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("my.yaml:")
        .hasMessageContaining(message)
        .message()
        .doesNotContain("\n");
  }

  @Test
  void aMissingFileIsNamed() {
    assertThatThrownBy(
            () ->
                StudyFile.read(
                    folder.resolve("no.yaml"),
                    SCENARIOS,
                    List.of("embedded"),
                    UnaryOperator.identity()))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("no file ");
  }
}
