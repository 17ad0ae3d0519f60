package io.brokerbench.junit;

import static io.brokerbench.junit.Overrides.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.definition.ScenarioCodec;
import io.brokerbench.core.definition.ScenarioFormat;
import io.brokerbench.core.load.ClosedLoad;
import io.brokerbench.core.scenario.Scenario;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class OverridesTest {

  private static final Scenario BASE =
      ScenarioCodec.read("name: it", ScenarioFormat.YAML, "it.yaml");

  @Test
  void everySettingCanBeSet() {
    Scenario changed =
        with()
            .closed(5)
            .duration(Duration.ofSeconds(3))
            .set("session.keepAlive", Duration.ofSeconds(7))
            .applyTo(BASE);

    assertThat(changed.workload().load()).isEqualTo(new ClosedLoad(5));
    assertThat(changed.phases().steady()).isEqualTo(Duration.ofSeconds(3));
    assertThat(changed.session().keepAlive()).isEqualTo(Duration.ofSeconds(7));
    assertThat(with().applyTo(BASE)).isEqualTo(BASE);
  }

  @Test
  void whatIsWrongHasTheNameOfTheMethodOrThePath() {
    assertThatThrownBy(() -> with().duration(Duration.ofMillis(10)).applyTo(BASE))
        .hasMessage("duration 10ms: between 100ms and 7d");
    assertThatThrownBy(() -> with().rate(5).closed(6).applyTo(BASE))
        .hasMessage("rate 5: not with closed, whose rate is the broker's");
    assertThatThrownBy(() -> with().set("session.inFlightWindow", 9).applyTo(BASE))
        .hasMessage("session.inFlightWindow 9: only with QoS 1 and 2, which acknowledge messages");
  }
}
