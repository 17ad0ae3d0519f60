package io.brokerbench.experiment.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.result.DriverInfo;
import io.brokerbench.core.result.ResourceLimits;
import io.brokerbench.experiment.gate.ExampleComparison;
import io.brokerbench.experiment.metric.MeasurementContext;
import io.brokerbench.experiment.metric.MeasurementContextBuilder;
import io.brokerbench.experiment.metric.Repetitions;
import io.brokerbench.experiment.metric.RunMeasurement;
import io.brokerbench.experiment.session.SideSource.Stored;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class SideSourceTest {

  private static final Figure TAIL = FigureCatalogue.find("latency.tail.p50");

  @Test
  void storedRunsAreTakenOneByOne() {
    Stored stored = new Stored(ExampleComparison.baseline().repetitions());

    assertThat(stored.repetitionCount()).isEqualTo(8);
    assertThat(stored.name()).isEqualTo("results");
    assertThat(stored.identity()).isEqualTo(ExampleComparison.baseline().subject().broker());
    assertThat(stored.repetition(3))
        .isEqualTo(
            new RunMeasurement(RunMeasurement.Status.VALID, "", Map.of(TAIL, 2e6), "results#3"));
    assertThat(stored.contracts()).isEqualTo(ExampleComparison.contracts("results/", 0));
  }

  /** A run of JMS consumers has two drivers, and none of them need be the one that was chosen. */
  @Test
  void theDriversThatAreUsedAndTheNumberOfAgentsAreCompared() {
    MeasurementContext there = ExampleComparison.baseline().subject();
    DriverInfo used = there.driver().orElseThrow();
    assertThat(differences(there, OptionalInt.empty()))
        .containsExactly(
            "driver %s against some".formatted(used.name()),
            "driver of the consumers %s against some".formatted(used.name()));
    DriverInfo same =
        new DriverInfo(
            "some",
            used.transport(),
            used.lanes(),
            used.tls(),
            2,
            Optional.of(new DriverInfo.Consumers("other", "tcp")));
    MeasurementContext two = there.withDriver(Optional.of(same));
    assertThat(differences(two, OptionalInt.empty()))
        .containsExactly("driver of the consumers other against some", "workers 2 against 1");
    assertThat(differences(two, OptionalInt.of(2)))
        .containsExactly("driver of the consumers other against some");
    assertThat(differences(two, OptionalInt.of(3))).contains("workers 2 against 3");
  }

  private static List<String> differences(MeasurementContext there, OptionalInt agents) {
    Repetitions stored =
        new Repetitions(
            there,
            ExampleComparison.baseline().repetitions().figures(),
            ExampleComparison.baseline().repetitions().contracts());
    RunTarget here =
        new RunTarget(
            there.scenario().orElseThrow(),
            "mqtt://host:1883",
            null,
            ResourceLimits.NONE,
            new SomeDriver(),
            RigSettings.defaults());
    return new Stored(stored)
        .comparability(here, agents).settings().stream()
            .filter(text -> text.startsWith("driver") || text.startsWith("workers"))
            .toList();
  }

  @Test
  void whatHoldsNoRunsIsRefused() {
    MeasurementContext jmh =
        MeasurementContextBuilder.builder()
            .kind(MeasurementContext.Kind.JMH)
            .source("jmh.json")
            .repetitions(8)
            .leftOut(List.of())
            .build();
    assertThatThrownBy(() -> new Stored(new Repetitions(jmh, List.of(), List.of())))
        .isInstanceOf(DefinitionException.class)
        .hasMessageStartingWith("baseline jmh.json: holds no runs");
  }
}
