package io.brokerbench.core.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.base.Figures;
import io.brokerbench.core.result.BrokerUsage;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Distribution;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class BrokerTextTest {

  private static BrokerUsage usage(OptionalDouble perMessage, OptionalDouble perDelivery) {
    return new BrokerUsage(6, 60, 30, perMessage, perDelivery, 412_300_000, 16_400, 32_800);
  }

  @Test
  void withAFanOutCostAndProjectionAreBothOfDeliveries() {
    RunResult broadcast = new ExampleResult().distribution(Distribution.ALL).build();
    BrokerUsage usage = usage(OptionalDouble.of(600), OptionalDouble.of(60));

    assertThat(broadcast.scenario().topology().fanOut()).isGreaterThan(1);
    assertThat(BrokerText.usage(broadcast, usage)).contains("60 us per delivery");
    assertThat(Figures.plain(BrokerText.atOneCore(broadcast, usage)))
        .isEqualTo("16 400 deliveries/s at one full core");
  }

  @Test
  void withoutOneBothAreOfMessages() {
    RunResult run = new ExampleResult().build();
    BrokerUsage usage = usage(OptionalDouble.of(61), OptionalDouble.of(61.2));

    assertThat(BrokerText.usage(run, usage)).contains("61 us per message");
    assertThat(Figures.plain(BrokerText.atOneCore(run, usage)))
        .isEqualTo("16 400 msg/s at one full core");
  }

  @Test
  void aCostThatIsNotKnownIsLeftOut() {
    RunResult run = new ExampleResult().build();

    assertThat(
            Figures.plain(
                BrokerText.usage(run, usage(OptionalDouble.empty(), OptionalDouble.empty()))))
        .isEqualTo("0.6 of a core, 412 MB");
  }
}
