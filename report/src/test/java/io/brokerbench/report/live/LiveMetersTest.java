package io.brokerbench.report.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.core.engine.stage.IntervalLatency;
import io.brokerbench.core.engine.stage.Phase;
import io.brokerbench.core.engine.stage.Progress;
import io.brokerbench.core.engine.stage.RunTotals;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.RunResult;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LiveMetersTest {

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final LiveMeters meters = new LiveMeters(registry, Tags.of("scenario", "s"));

  private static Progress progress(RunTotals totals, OptionalDouble brokerCores) {
    return new Progress(
        Phase.STEADY,
        Duration.ofSeconds(3),
        Duration.ofSeconds(10),
        12,
        12,
        0,
        0,
        41,
        2_000_000,
        brokerCores,
        0.25,
        OptionalDouble.of(0.4),
        totals,
        new IntervalLatency(500_000, 2_000_000, 4_000_000, 9_000_000));
  }

  private double counter(String name) {
    return registry.get(name).tag("scenario", "s").functionCounter().count();
  }

  private double gauge(String name, String... tags) {
    return registry.get(name).tags(tags).gauge().value();
  }

  @Test
  void eachFigureOfARunThatHasEndedIsAGaugeInBaseUnits() {
    RunResult run = new ExampleResult().build();

    meters.onResult(run);

    assertThat(gauge("brokerbench.run.latency.endToEnd.p99"))
        .isCloseTo(run.latency().of(LatencyKind.END_TO_END).p99Nanos() / 1e9, within(1e-12));
    assertThat(gauge("brokerbench.run.broker.peakRss")).isEqualTo(412_300_000);
    assertThat(registry.find("brokerbench.run.latency.commit.p99").gauge()).isNull();

    meters.onResult(new ExampleResult().withoutBrokerUsage().build());

    assertThat(gauge("brokerbench.run.broker.peakRss")).isNaN();
  }

  @Test
  void theLatestReportIsWhatRegistriesSee() {
    meters.onProgress(progress(new RunTotals(100, 90, 80, 50, 1e9), OptionalDouble.of(0.6)));

    assertThat(counter("brokerbench.messages.sent")).isEqualTo(100);
    assertThat(counter("brokerbench.messages.acknowledged")).isEqualTo(90);
    assertThat(counter("brokerbench.messages.received")).isEqualTo(80);
    assertThat(gauge("brokerbench.backlog")).isEqualTo(41);
    assertThat(gauge("brokerbench.clients.connected")).isEqualTo(12);
    assertThat(gauge("brokerbench.cpu", "process", "broker")).isEqualTo(0.6);
    assertThat(gauge("brokerbench.cpu", "process", "generator")).isEqualTo(0.25);
    assertThat(gauge("brokerbench.cpu", "process", "others")).isEqualTo(0.4);
  }

  @Test
  void latenciesAreAMeanOverAllAndThePercentilesOfTheLastSecond() {
    meters.onProgress(progress(new RunTotals(100, 90, 80, 50, 1e9), OptionalDouble.empty()));

    FunctionTimer timer = registry.get("brokerbench.latency").functionTimer();
    assertThat(timer.count()).isEqualTo(50);
    assertThat(timer.mean(TimeUnit.MILLISECONDS)).isEqualTo(20, within(1e-6));
    assertThat(
            registry
                .get("brokerbench.latency.interval")
                .tag("percentile", "99")
                .timeGauge()
                .value(TimeUnit.MILLISECONDS))
        .isEqualTo(2);
  }

  @Test
  void aBrokerWithoutAKnownProcessHasNoCpu() {
    meters.onProgress(progress(RunTotals.NONE, OptionalDouble.empty()));

    assertThat(gauge("brokerbench.cpu", "process", "broker")).isNaN();
  }

  @Test
  void countersGoOnFromRunToRun() {
    meters.onProgress(progress(new RunTotals(100, 90, 80, 50, 1e9), OptionalDouble.empty()));
    meters.onProgress(progress(RunTotals.NONE, OptionalDouble.empty()));
    assertThat(counter("brokerbench.messages.sent")).isEqualTo(100);

    meters.onProgress(progress(new RunTotals(7, 6, 5, 4, 1e9), OptionalDouble.empty()));
    assertThat(counter("brokerbench.messages.sent")).isEqualTo(107);
    assertThat(counter("brokerbench.messages.received")).isEqualTo(85);
    assertThat(registry.get("brokerbench.latency").functionTimer().count()).isEqualTo(54);
  }

  @Test
  void runsAtTheSameTimeAreAddedUp() {
    try (LiveMeters.LiveRun one = meters.begin();
        LiveMeters.LiveRun other = meters.begin()) {
      one.onProgress(progress(new RunTotals(100, 90, 80, 50, 1e9), OptionalDouble.of(0.6)));
      other.onProgress(progress(new RunTotals(95, 90, 80, 50, 1e9), OptionalDouble.of(0.5)));
      one.onProgress(progress(new RunTotals(200, 90, 80, 50, 1e9), OptionalDouble.of(0.6)));
      other.onProgress(progress(new RunTotals(195, 90, 80, 50, 1e9), OptionalDouble.of(0.5)));

      assertThat(counter("brokerbench.messages.sent")).isEqualTo(395);
      assertThat(gauge("brokerbench.backlog")).isEqualTo(82);
      assertThat(gauge("brokerbench.clients.connected")).isEqualTo(24);
      assertThat(gauge("brokerbench.cpu", "process", "broker")).isEqualTo(1.1, within(1e-9));
      assertThat(gauge("brokerbench.cpu", "process", "generator")).isEqualTo(0.25);
    }
    assertThat(counter("brokerbench.messages.sent")).isEqualTo(395);
    assertThat(gauge("brokerbench.backlog")).isZero();
    assertThat(gauge("brokerbench.cpu", "process", "broker")).isNaN();
  }

  @Test
  void closedMetersAreInNoRegistry() {
    meters.close();

    assertThat(registry.getMeters()).isEmpty();
  }
}
