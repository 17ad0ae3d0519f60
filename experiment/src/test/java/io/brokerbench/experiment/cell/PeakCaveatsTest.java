package io.brokerbench.experiment.cell;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.ResourceLimits;
import io.brokerbench.core.result.RunResult;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is to be said against a peak that a search has found. */
class PeakCaveatsTest extends MeasuredPeak {

  @Test
  void aBrokerWhoseCpuIsNotSeenHasNoFiguresOfIt() throws Exception {
    brokers.runs =
        run -> isProbe(run) ? probe() : carrying(rate(run), 10_000).withoutBrokerUsage().build();
    assertThat(measured(16).figures())
        .containsKey("peakPerSecond")
        .doesNotContainKeys(
            "greatestCpuPercentOfCore", "broker.cpu", "projectedPerCore", "projectedPerSystem");
  }

  @ParameterizedTest
  @CsvSource({"24.9, DOUBTFUL", "25, MEASURED"})
  void aBrokerThatUsedLessThanAQuarterOfACoreIsDoubtful(double cpu, StudyCell.Status status)
      throws Exception {
    brokers.runs =
        run -> isProbe(run) ? probe() : carrying(rate(run), 10_000).brokerUsage(cpu(cpu)).build();
    assertThat(reason(status, 16))
        .isEqualTo(
            status == StudyCell.Status.MEASURED
                ? ""
                : "the broker used 24.9 % of a core: less than 25 % at its peak, so its CPU was not"
                    + " the limit, and no projection holds");
  }

  /** A fifth of a core is all that it may have. */
  @ParameterizedTest
  @CsvSource({"18, MEASURED", "4.9, DOUBTFUL"})
  void ofABrokerWithLessThanACoreAQuarterOfThatIsEnough(double cpu, StudyCell.Status status)
      throws Exception {
    ResourceLimits fifth = new ResourceLimits(OptionalDouble.of(0.2), OptionalLong.empty());
    brokers.runs =
        run -> {
          RunResult result = carrying(rate(run), 10_000).brokerUsage(cpu(cpu)).build();
          BrokerIdentity whole = result.broker();
          return isProbe(run) ? probe() : result.withBroker(whole.limitedTo(fifth));
        };
    assertThat(reason(status, 16))
        .isEqualTo(
            status == StudyCell.Status.MEASURED
                ? ""
                : "the broker used 4.9 % of a core: less than 5.0 % at its peak, so its CPU was not"
                    + " the limit, and no projection holds");
  }

  @Test
  void aSearchWhoseRateIsNotProjectedHasNoDoubtAboutIdleBrokers() throws Exception {
    projected = false;
    brokers.runs =
        run -> isProbe(run) ? probe() : carrying(rate(run), 10_000).brokerUsage(cpu(5)).build();
    assertThat(reason(StudyCell.Status.MEASURED, 16)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"99, DOUBTFUL", "100, MEASURED"})
  void aSampleOfFewerThanAHundredProbesIsDoubtful(int probes, StudyCell.Status status)
      throws Exception {
    brokers.runs =
        run ->
            isProbe(run)
                ? new ExampleResult().latencies(probes).build()
                : carrying(rate(run), 10_000).build();
    assertThat(reason(status, 16))
        .isEqualTo(
            status == StudyCell.Status.MEASURED
                ? ""
                : "99 probes: fewer than 100, so the mean latency is not known to 10 %");
  }
}
