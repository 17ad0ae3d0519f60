package io.brokerbench.experiment.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Throughput;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** What a broker carries under a closed load. */
class CarriedLoadTest {

  private static final Offset<Double> ONE_PERCENT = Offset.offset(100.0);

  @Test
  void itIsWhatIsDeliveredInTheSteadyState() {
    assertThat(CarriedLoad.of(run(30_000, 24_000))).isEqualTo(24_000);
  }

  /** Its consumers get the rest while the publishers rest. */
  @Test
  void aBrokerThatServesItsPublishersFirstIsNotTakenForSlow() {
    assertThat(CarriedLoad.of(run(30_000, 200))).isCloseTo(10_000, ONE_PERCENT);
  }

  @Test
  void itIsNoMoreThanWhatIsTaken() {
    assertThat(CarriedLoad.of(run(5_000, 200))).isEqualTo(5_000);
  }

  @Test
  void aBrokerThatDeliversNothingCarriesNothing() {
    ExampleResult run = new ExampleResult().throughput(new Throughput(9_000, 9_000, 0));
    assertThat(CarriedLoad.of(run.timelineSeconds(0).build())).isZero();
  }

  /** 10 000 deliveries in each second of its timeline. */
  private static RunResult run(double sent, double received) {
    return new ExampleResult().throughput(new Throughput(sent, sent, received)).build();
  }
}
