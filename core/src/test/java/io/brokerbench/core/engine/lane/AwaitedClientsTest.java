package io.brokerbench.core.engine.lane;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.engine.measure.LatencyRecorders;
import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.storm.StormNames;
import io.brokerbench.core.storm.StormReport;
import java.util.List;
import org.junit.jupiter.api.Test;

class AwaitedClientsTest {

  private final LatencyRecorders latencies = LatencyRecorders.ofMessages();
  private final AwaitedClients awaited =
      new AwaitedClients(latencies, () -> new RunTimes(0, 1_000, 9_000));

  @Test
  void whatIsNotSeenByTheEndIsMissing() {
    awaited.onAct(3, 1_000, 1_010);
    awaited.onAct(4, 2_000, 2_010);
    awaited.onCame(4, 2_500, "closed");
    awaited.freeze();
    awaited.onCame(3, 3_000, "closed");
    StormReport report = awaited.report();
    assertThat(report.acts()).isEqualTo(2);
    assertThat(report.missing().items())
        .containsExactly(entry(3, new StormNames.Item(1, List.of(3))));
    assertThat(report.watchers()).containsExactly(new StormReport.Watcher(4, 1, 500, 1_500));
    assertThat(report.ends()).containsOnly(entry("closed", 1L));
    assertThat(latencies.take().of(LatencyKind.STORM).getTotalCount()).isEqualTo(1);
  }

  @Test
  void whatNothingWasDoneForIsNotCounted() {
    awaited.onCame(7, 2_000, "closed");
    assertThat(awaited.report().watchers()).isEmpty();
    assertThat(awaited.report().ends()).isEmpty();
  }

  @Test
  void sessionsThatWereNotResumedAreNamed() {
    awaited.onAct(1, 1_000, 1_000);
    awaited.onSessionLost(1);
    assertThat(awaited.report().unexpected()).isEqualTo(1);
    assertThat(awaited.report().named().items())
        .containsExactly(entry(1, new StormNames.Item(1, List.of(1))));
  }
}
