package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.engine.LoadRig;
import io.brokerbench.core.engine.stage.BrokerIntervalReading;
import io.brokerbench.core.engine.stage.Progress;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.TimelineInterval;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.mqtt.swarm.SwarmDriverProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a listener hears second by second is what the result says in the end. */
@Tag("release")
class WatchedRunIT {

  private static final class Watcher implements RunListener {
    private final List<BrokerIntervalReading> seconds = new ArrayList<>();
    private final Histogram latencies = new Histogram(3);
    private final Histogram services = new Histogram(2);
    private long deliveries;

    @Override
    public void onProgress(Progress progress) {}

    @Override
    public void onDeliveries(long soFar) {
      assertThat(soFar).isGreaterThanOrEqualTo(deliveries);
      deliveries = soFar;
    }

    @Override
    public void onBroker(BrokerIntervalReading second) {
      seconds.add(second);
    }

    @Override
    public void onLatencies(Histogram endToEnd, Histogram service) {
      latencies.add(endToEnd);
      services.add(service);
    }
  }

  @Test
  void secondsAreThoseOfTheResultAndLatenciesOfTheSteadyStateAlone() throws Exception {
    Mosquitto.assumeInstalled();
    Scenario scenario =
        Runs.of(10, 2, Distribution.SHARED)
            .qos(1)
            .rate(1_000)
            .scenario()
            .withPhases(
                new Phases(
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(2),
                    Duration.ofSeconds(10),
                    Duration.ofMinutes(1)));
    Watcher watcher = new Watcher();
    RunResult result;
    try (Broker broker = Mosquitto.start()) {
      result =
          new LoadRig(
                  scenario,
                  broker,
                  new SwarmDriverProvider(),
                  RigSettings.defaults().withLanes(1),
                  watcher)
              .run();
    }
    List<OptionalLong> memory =
        result.timeline().stream()
            .map(TimelineInterval::brokerRssBytes)
            .filter(OptionalLong::isPresent)
            .toList();
    assertThat(watcher.deliveries).isEqualTo(result.messages().received());
    assertThat(memory).isNotEmpty();
    assertThat(watcher.seconds).extracting(BrokerIntervalReading::rssBytes).containsAll(memory);
    assertThat(result.latency().of(LatencyKind.END_TO_END).count()).isEqualTo(2_000);
    assertThat(watcher.latencies.getTotalCount()).isBetween(1_900L, 2_100L);
    assertThat(watcher.services.getTotalCount()).isEqualTo(watcher.latencies.getTotalCount());
    assertThat(watcher.services.getValueAtPercentile(50))
        .isCloseTo(
            result.latency().of(LatencyKind.SERVICE).p50Nanos(), Percentage.withPercentage(25));
  }
}
