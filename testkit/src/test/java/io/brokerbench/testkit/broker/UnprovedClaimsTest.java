package io.brokerbench.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.security.Access;
import io.brokerbench.core.security.Access.PreSharedKey;
import io.brokerbench.testkit.kit.BrokerJmsKit;
import io.brokerbench.testkit.kit.BrokerKit;
import io.brokerbench.testkit.kit.BrokerTlsKit;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * A broker that claims TLS, and whose listeners for it speak plain MQTT, fails the kit, as does one
 * that claims AMQP, and has no listener for it.
 */
class UnprovedClaimsTest {

  /** A port without a listener: MQTT would wait for more of what AMQP begins with. */
  private static final int NOBODY = 1;

  @TempDir private static Path folder;
  private static Path nothing;

  @BeforeAll
  static void trustNothing() throws IOException {
    nothing = Files.createFile(folder.resolve("trust.pem"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "messagesGoOverTheCipherSuiteThatIsAskedForAndNoOtherIsTaken",
        "messagesGoOverAPreSharedKeyAndAWrongOneIsRefused",
        "whatIsSentToATopicReachesEachSubscriberOfIt",
        "aDurableSubscriptionKeepsWhatIsSentMeanwhile",
        "aQueueKeepsMessagesUntilAConsumerReceivesThem",
        "aVirtualTopicIsCopiedToAQueueForEachGroup",
        "aSharedJmsSubscriptionGivesEachMessageToOneMember"
      })
  void aClaimWithoutDeliveryFails(String test) {
    TestExecutionSummary summary = run(test);
    assertThat(summary.getTestsFoundCount()).isPositive();
    assertThat(summary.getTestsFailedCount()).isEqualTo(summary.getTestsFoundCount());
  }

  private static TestExecutionSummary run(String test) {
    Method method =
        Stream.of(BrokerTlsKit.class, BrokerJmsKit.class)
            .flatMap(kit -> Arrays.stream(kit.getDeclaredMethods()))
            .filter(candidate -> candidate.getName().equals(test))
            .findFirst()
            .orElseThrow();
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(DiscoverySelectors.selectMethod(Boaster.class, method))
            .build();
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create().execute(request, listener);
    return listener.getSummary();
  }

  static class Boaster extends BrokerKit {
    @Override
    protected BrokerProvider provider() {
      return new BoastingProvider();
    }

    @Override
    protected boolean startsProcess() {
      return false;
    }
  }

  private static final class BoastingProvider implements BrokerProvider {
    @Override
    public String name() {
      return "boaster";
    }

    @Override
    public String description() {
      return "Claims all there is.";
    }

    @Override
    public boolean accepts(String selector) {
      return selector.equals(name());
    }

    @Override
    public Set<Capability> capabilities() {
      return EnumSet.allOf(Capability.class);
    }

    @Override
    public Broker start(BrokerRequest request) {
      return new Plain(FaultyBroker.builder().start());
    }
  }

  private record Plain(FaultyBroker broker) implements Broker {
    @Override
    public BrokerIdentity identity() {
      return broker.identity();
    }

    @Override
    public List<Endpoint> endpoints() {
      Endpoint plain = broker.endpoints().get(0);
      return List.of(
          plain,
          new Endpoint(Listener.MQTTS, plain.host(), plain.port()),
          new Endpoint(Listener.MQTT_PSK, plain.host(), plain.port()),
          new Endpoint(Listener.AMQP, plain.host(), NOBODY));
    }

    @Override
    public Access access() {
      return Access.OPEN.withTrust(nothing).withPsk(new PreSharedKey("boaster", new byte[16]));
    }

    @Override
    public Set<Capability> capabilities() {
      return EnumSet.allOf(Capability.class);
    }

    @Override
    public OptionalLong pid() {
      return OptionalLong.empty();
    }

    @Override
    public Optional<String> failure() {
      return Optional.empty();
    }

    @Override
    public List<String> logTail(int lines) {
      return List.of();
    }

    @Override
    public void close() {
      broker.close();
    }
  }
}
