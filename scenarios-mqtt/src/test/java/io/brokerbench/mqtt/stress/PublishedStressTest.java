package io.brokerbench.mqtt.stress;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.result.BrokerUsage;
import io.brokerbench.core.scenario.Qos;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import org.junit.jupiter.api.Test;

class PublishedStressTest {

  @Test
  void allPublishedRowsAreThere() {
    assertThat(PublishedStress.all()).hasSize(36);
    assertThat(PublishedStress.all().stream().filter(PublishedStress::ofSystem)).hasSize(24);
  }

  @Test
  void theProjectionOfTheFirstRowIsThePublishedOne() {
    assertThat(rounded(BrokerUsage.atFullCpu(32_016, 84.29))).isEqualTo("37983.15");
  }

  /** All 36 published projections follow from their rate and CPU, to the last digit printed. */
  @Test
  void noRowHasAProjectionThatDoesNotFollowFromItsRateAndCpu() {
    List<PublishedStress> others =
        PublishedStress.all().stream()
            .filter(
                row ->
                    !rounded(BrokerUsage.atFullCpu(row.peakPerSecond(), row.cpuPercent()))
                        .equals(rounded(row.projectedPerSecond())))
            .toList();

    assertThat(others).isEmpty();
  }

  @Test
  void aRowIsFoundByTestbedProductAndQos() {
    assertThat(PublishedStress.find("cloud", "EMQX", Qos.AT_LEAST_ONCE).orElseThrow())
        .extracting(PublishedStress::projectedPerSecond, PublishedStress::latencyMillis)
        .containsExactly(13942.99, 1.35);
    assertThat(PublishedStress.find("local", "Artemis", Qos.AT_MOST_ONCE)).isEmpty();
  }

  @Test
  void noCpuHasNoProjection() {
    assertThat(BrokerUsage.atFullCpu(1_000, 0)).isZero();
  }

  private static String rounded(double value) {
    return BigDecimal.valueOf(value).setScale(2, RoundingMode.HALF_UP).toPlainString();
  }
}
