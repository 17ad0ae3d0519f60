package io.brokerbench.experiment.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.experiment.gate.ExampleComparison;
import io.brokerbench.experiment.metric.MeasurementContext;
import io.brokerbench.experiment.metric.MeasurementContextBuilder;
import io.brokerbench.experiment.metric.Repetitions;
import io.brokerbench.experiment.metric.RunMeasurement;
import io.brokerbench.experiment.session.SideSource.Stored;
import java.util.List;
import java.util.Map;
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
