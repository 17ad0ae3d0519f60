package io.brokerbench.experiment.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.result.BrokerMetrics;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.MachineInterval;
import io.brokerbench.core.result.Pressure;
import io.brokerbench.core.result.TimelineInterval;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimelineCsvTest {

  @Test
  void oneRowForEachIntervalBelowAHeaderWithUnits() {
    List<String> lines = TimelineCsv.of(new ExampleResult().build().timeline()).lines().toList();

    assertThat(lines).hasSize(11);
    assertThat(lines.get(0)).isEqualTo(String.join(",", TimelineCsv.HEADER));
    assertThat(lines.get(3))
        .isEqualTo(
            "2000,1000,steady,10000,10000,10000,12,610000,2100000,9700000,61.0,412300000,22.0,17,1010,,,0.05,0.0,0.02,0.0,0.0,0.0,0.0");
  }

  @Test
  void whatIsNotKnownIsAnEmptyField() {
    String csv =
        TimelineCsv.of(
            new ExampleResult().withoutBrokerUsage().withoutMachine().build().timeline());

    assertThat(csv).contains("0,1000,warmUp,10000,10000,10000,12,,,,,,22.0,,,,,,,,,,,\n");
  }

  @Test
  void theHeaderHasAColumnForEachComponent() {
    assertThat(TimelineCsv.HEADER)
        .hasSize(
            TimelineInterval.class.getRecordComponents().length
                - 2
                + BrokerMetrics.class.getRecordComponents().length
                + MachineInterval.class.getRecordComponents().length
                - 1
                + Pressure.class.getRecordComponents().length);
  }
}
