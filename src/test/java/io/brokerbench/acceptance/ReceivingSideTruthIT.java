package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.Lane;
import io.brokerbench.core.driver.Publisher;
import io.brokerbench.core.driver.PublisherListener;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.driver.Subscriber;
import io.brokerbench.core.driver.SubscriberListener;
import io.brokerbench.core.driver.SubscriberSpec;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.mqtt.swarm.SwarmDriverProvider;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Who is at fault when deliveries are late: consumers that have no time for them, or the broker.
 */
@Tag("release")
class ReceivingSideTruthIT {

  /** One consumer on each of two lanes, and the only publisher on the first. */
  private static Runs runs() {
    return Runs.of(1, 2, Distribution.ALL)
        .lanes(2)
        .rate(2_000)
        .steady(Duration.ofSeconds(3))
        .drainLimit(Duration.ofSeconds(20));
  }

  @Test
  void consumersWhoseLaneHasNoRestAreTheLimitAndTheLaneIsNamed() throws Exception {
    RunResult result =
        runs().driver(new SlowConsumers(Duration.ofMillis(1))).accountWithFaults(faults -> {});
    assertThat(result.verdict().status())
        .as(result.verdict().reasons().toString())
        .isEqualTo(Status.GENERATOR_LIMITED);
    assertThat(result.verdict().reasons())
        .anyMatch(
            reason -> reason.startsWith("one of its lanes was saturated: thread swarm-1 had"));
    assertThat(result.generator().healthy()).isFalse();
  }

  @Test
  void aBrokerThatDeliversLateIsNoFaultOfTheReceivingSide() throws Exception {
    RunResult result = runs().accountWithFaults(faults -> faults.limitRate(1_000));
    assertThat(result.verdict().reasons()).noneMatch(reason -> reason.contains("saturated"));
    assertThat(result.verdict().status()).isNotEqualTo(Status.OK);
  }

  /** The second lane's consumers compute for a while for each delivery. */
  private static final class SlowConsumers implements ClientDriverProvider {
    private final ClientDriverProvider swarm = new SwarmDriverProvider();
    private final long burnNanos;

    SlowConsumers(Duration perMessage) {
      this.burnNanos = perMessage.toNanos();
    }

    @Override
    public ClientDriver open(DriverSettings settings) {
      ClientDriver opened = swarm.open(settings);
      return new ClientDriver() {
        @Override
        public List<Lane> lanes() {
          return opened.lanes();
        }

        @Override
        public Publisher publisher(PublisherSpec spec, Lane lane, PublisherListener listener) {
          return opened.publisher(spec, lane, listener);
        }

        @Override
        public Subscriber subscriber(SubscriberSpec spec, Lane lane, SubscriberListener listener) {
          return opened.subscriber(
              spec, lane, lane.index() == 0 ? listener : new Slow(listener, burnNanos));
        }

        @Override
        public String transport() {
          return opened.transport();
        }

        @Override
        public void close() {
          opened.close();
        }
      };
    }

    @Override
    public String name() {
      return "slow";
    }

    @Override
    public String description() {
      return swarm.description();
    }

    @Override
    public Set<Protocol> protocols() {
      return swarm.protocols();
    }

    @Override
    public long fileDescriptorsFor(long connections) {
      return swarm.fileDescriptorsFor(connections);
    }
  }

  private record Slow(SubscriberListener listener, long burnNanos) implements SubscriberListener {
    @Override
    public void onDelivery(long nanos, long word0, long word1, long word2, int payloadBytes) {
      long start = NanoClock.SYSTEM.nanoTime();
      while (NanoClock.SYSTEM.nanoTime() - start < burnNanos) {
        Thread.onSpinWait();
      }
      listener.onDelivery(nanos, word0, word1, word2, payloadBytes);
    }

    @Override
    public void onSubscribed(long nanos, Qos granted) {
      listener.onSubscribed(nanos, granted);
    }

    @Override
    public void onShortPayload(long nanos, int payloadBytes) {
      listener.onShortPayload(nanos, payloadBytes);
    }

    @Override
    public void onConnected(long nanos, boolean sessionPresent) {
      listener.onConnected(nanos, sessionPresent);
    }

    @Override
    public void onProbeAnswered() {
      listener.onProbeAnswered();
    }

    @Override
    public void onDisconnected(long nanos, Throwable cause) {
      listener.onDisconnected(nanos, cause);
    }
  }
}
