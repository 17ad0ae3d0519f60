package io.brokerbench.acceptance;

import static io.brokerbench.junit.BenchAssertions.assertThat;
import static io.brokerbench.junit.Overrides.with;
import static org.junit.jupiter.api.Assumptions.abort;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.definition.Scenarios;
import io.brokerbench.core.engine.RunRequirements;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.session.ProviderRegistry;
import io.brokerbench.experiment.study.StudySize;
import io.brokerbench.junit.Bench;
import io.brokerbench.junit.BrokerBench;
import io.brokerbench.junit.Overrides;
import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/**
 * Each published scenario and study, for a click in an IDE: a method of its own, in the class of
 * its family. docs/junit.md says how.
 *
 * <p>The system property {@value #BROKER} chooses the broker. Each is small, unless the property
 * {@value #SIZE} is {@value #FULL}. A scenario that needs what the broker does not support is
 * skipped, with those that do. The tag keeps all of it out of the build.
 */
@Tag("published")
@BrokerBench
class PublishedScenariosIT {

  private static final String BROKER = "brokerbench.broker";
  private static final String SIZE = "brokerbench.size";
  private static final String FULL = "full";

  /** What the publication of the embedded studies measured. */
  private static final String EMBEDDED_BROKER = "process:mosquitto";

  private static final StudySize SMALL = new StudySize(true, OptionalInt.empty());

  private Bench bench;
  private String name;

  @BeforeEach
  void begin(Bench ofTest, TestInfo test) {
    bench = ofTest;
    name = test.getDisplayName();
  }

  /** Many publishers feed few consumers. */
  @Nested
  class FanIn {
    @Test
    @DisplayName("FANIN.Q0.SINGLE")
    void fanInQ0Single() {
      runFanIn();
    }

    @Test
    @DisplayName("FANIN.SEC.Q0.JMS.SINGLE")
    void fanInSecQ0JmsSingle() {
      runFanIn();
    }

    @Test
    @DisplayName("FANIN.Q0.PARTITIONS")
    void fanInQ0Partitions() {
      runFanIn();
    }

    @Test
    @DisplayName("FANIN.SEC.Q0.PARTITIONS")
    void fanInSecQ0Partitions() {
      runFanIn();
    }

    @Test
    @DisplayName("FANIN.Q0.JMS.PARTITIONS")
    void fanInQ0JmsPartitions() {
      runFanIn();
    }

    @Test
    @DisplayName("FANIN.SEC.Q0.JMS.PARTITIONS")
    void fanInSecQ0JmsPartitions() {
      runFanIn();
    }
  }

  /** Consumers share a subscription. */
  @Nested
  class SharedSubscriptions {
    @Test
    @DisplayName("FANIN.Q0.SHARED")
    void fanInQ0Shared() {
      runFanIn();
    }

    @Test
    @DisplayName("FANIN.SEC.Q0.JMS.SHARED")
    void fanInSecQ0JmsShared() {
      runFanIn();
    }
  }

  /** Consumers have sessions that outlive their connections. */
  @Nested
  class Persistent {
    @Test
    @DisplayName("FANIN.Q1.PERSISTENT.PARTITIONS")
    void fanInQ1PersistentPartitions() {
      runFanIn();
    }

    @Test
    @DisplayName("FANIN.SEC.Q1.PERSISTENT.PARTITIONS")
    void fanInSecQ1PersistentPartitions() {
      runFanIn();
    }

    @Test
    @DisplayName("FANIN.SEC.Q1.PERSISTENT.JMS.PARTITIONS")
    void fanInSecQ1PersistentJmsPartitions() {
      runFanIn();
    }

    @Test
    @DisplayName("FANIN.Q1.PERSISTENT.SHARED")
    void fanInQ1PersistentShared() {
      runFanIn();
    }

    @Test
    @DisplayName("FANIN.SEC.Q1.PERSISTENT.SHARED")
    void fanInSecQ1PersistentShared() {
      runFanIn();
    }

    @Test
    @DisplayName("FANIN.Q1.PERSISTENT.JMS.SHARED")
    void fanInQ1PersistentJmsShared() {
      runFanIn();
    }

    @Test
    @DisplayName("FANIN.SEC.Q1.PERSISTENT.JMS.SHARED")
    void fanInSecQ1PersistentJmsShared() {
      runFanIn();
    }

    @Test
    @DisplayName("FANIN.SEC.Q2.PERSISTENT.PARTITIONS")
    void fanInSecQ2PersistentPartitions() {
      runFanIn();
    }

    @Test
    @DisplayName("FANIN.SEC.Q2.PERSISTENT.JMS.PARTITIONS")
    void fanInSecQ2PersistentJmsPartitions() {
      runFanIn();
    }

    @Test
    @DisplayName("FANIN.Q2.PERSISTENT.SHARED")
    void fanInQ2PersistentShared() {
      runFanIn();
    }

    @Test
    @DisplayName("FANIN.SEC.Q2.PERSISTENT.SHARED")
    void fanInSecQ2PersistentShared() {
      runFanIn();
    }

    @Test
    @DisplayName("FANIN.Q2.PERSISTENT.JMS.SHARED")
    void fanInQ2PersistentJmsShared() {
      runFanIn();
    }

    @Test
    @DisplayName("FANIN.SEC.Q2.PERSISTENT.JMS.SHARED")
    void fanInSecQ2PersistentJmsShared() {
      runFanIn();
    }
  }

  /** On a pair of brokers, of which one would take over. */
  @Nested
  class Pairs {
    @Test
    @DisplayName("FANIN.Q0.HA.PARTITIONS")
    void fanInQ0HaPartitions() {
      runFanIn();
    }

    @Test
    @DisplayName("FANIN.Q1.HA.PERSISTENT.PARTITIONS")
    void fanInQ1HaPersistentPartitions() {
      runFanIn();
    }

    @Test
    @DisplayName("FANIN.SEC.Q1.HA.PERSISTENT.PARTITIONS")
    void fanInSecQ1HaPersistentPartitions() {
      runFanIn();
    }

    @Test
    @DisplayName("FANIN.SEC.Q1.HA.PERSISTENT.SHARED")
    void fanInSecQ1HaPersistentShared() {
      runFanIn();
    }

    @Test
    @DisplayName("FANIN.SEC.Q1.HA.PERSISTENT.JMS.PARTITIONS")
    void fanInSecQ1HaPersistentJmsPartitions() {
      runFanIn();
    }

    @Test
    @DisplayName("FANIN.SEC.Q1.HA.PERSISTENT.JMS.SHARED")
    void fanInSecQ1HaPersistentJmsShared() {
      runFanIn();
    }
  }

  /** One message to all subscribers at once. */
  @Nested
  class Broadcast {
    @Test
    @DisplayName("BROADCAST")
    void broadcast() {
      runBroadcast();
    }
  }

  /** Devices that all connect at once. */
  @Nested
  class Bursts {
    @Test
    @DisplayName("CONNBURST")
    void connBurst() {
      runBurst();
    }

    @Test
    @DisplayName("CONNBURST.SEC")
    void connBurstSec() {
      runBurst();
    }

    @Test
    @DisplayName("CONNBURST.SEC.ECDHE")
    void connBurstSecEcdhe() {
      runBurst();
    }

    @Test
    @DisplayName("CONNBURST.SEC.PSK")
    void connBurstSecPsk() {
      runBurst();
    }
  }

  /** Three publishers, fifteen subscribers of all topics. */
  @Nested
  class Stress {
    @Test
    @DisplayName("STRESS.Q0")
    void stressQ0() {
      runStress();
    }

    @Test
    @DisplayName("STRESS.Q1")
    void stressQ1() {
      runStress();
    }

    @Test
    @DisplayName("STRESS.Q2")
    void stressQ2() {
      runStress();
    }
  }

  /**
   * The studies of a broker in an embedded gateway; each takes about a minute where it is small.
   */
  @Nested
  class Embedded {
    @Test
    @DisplayName("EMBEDDED.LOAD")
    void embeddedLoad() {
      runStudy();
    }

    @Test
    @DisplayName("EMBEDDED.QOS")
    void embeddedQos() {
      runStudy();
    }

    @Test
    @DisplayName("EMBEDDED.STORED")
    void embeddedStored() {
      runStudy();
    }

    @Test
    @DisplayName("EMBEDDED.VANISHED")
    void embeddedVanished() {
      runStudy();
    }

    @Test
    @DisplayName("EMBEDDED.BRIDGE")
    void embeddedBridge() {
      runStudy();
    }

    @Test
    @DisplayName("EMBEDDED.TOPICS")
    void embeddedTopics() {
      runStudy();
    }

    @Test
    @DisplayName("EMBEDDED.HEAP")
    void embeddedHeap() {
      runStudy();
    }

    @Test
    @DisplayName("EMBEDDED.SUBSCRIBERS")
    void embeddedSubscribers() {
      runStudy();
    }
  }

  private void runFanIn() {
    run(with().publishers(20).rate(500));
  }

  private void runBroadcast() {
    run(with().consumers(50).rate(10));
  }

  private void runBurst() {
    run(with().publishers(100));
  }

  private void runStress() {
    run(with().rate(100));
  }

  /** Runs the scenario of the test's name: with these settings for a moment, or as it is. */
  private void run(Overrides small) {
    Scenario scenario = Scenarios.load().find(name);
    requireSupport(scenario);
    Overrides overrides =
        isFull() ? with() : small.warmUp(Duration.ofSeconds(1)).duration(Duration.ofSeconds(2));
    assertThat(bench.run(scenario, overrides.attempts(3))).isOk();
  }

  private void runStudy() {
    if (System.getProperty(BROKER) == null) {
      Mosquitto.assumeInstalled();
      bench = bench.on(EMBEDDED_BROKER);
    }
    assertThat(bench.study(name, isFull() ? StudySize.USUAL : SMALL)).isMeasured();
  }

  private static void requireSupport(Scenario scenario) {
    ProviderRegistry providers = ProviderRegistry.load();
    try {
      new RunRequirements(scenario, providers.brokers(), providers.drivers())
          .requireCapabilities(providers.broker(System.getProperty(BROKER, "embedded")));
    } catch (DefinitionException e) {
      abort(e.getMessage());
    }
  }

  private static boolean isFull() {
    String size = System.getProperty(SIZE, "small");
    if (!size.equals(FULL) && !size.equals("small")) {
      throw new DefinitionException(SIZE, "small or full", size);
    }
    return size.equals(FULL);
  }
}
