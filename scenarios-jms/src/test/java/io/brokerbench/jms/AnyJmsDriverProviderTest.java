package io.brokerbench.jms;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.definition.Scenarios;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.engine.RunRequirements;
import io.brokerbench.core.scenario.JmsAcknowledgement;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.Security;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is refused of a client that a file describes. */
class AnyJmsDriverProviderTest {

  private static final String CLIENT =
      """
      title: A client
      protocol: openwire
      factory: io.brokerbench.jms.client.ClientFileReaderTest$Factory
      properties: {url: "tcp://${host}%s"}
      tls:
        properties: {url: "ssl://${host}%s"}
      completions: false
      sharedSubscriptions: false
      """;

  private static final String USED = "?ahead=${prefetch}";
  private static final Security SECURED = Security.ofAll(CipherSuite.ECDHE_RSA_AES256_GCM);

  @TempDir private Path folder;

  private ClientDriverProvider client(String plain, String overTls) throws IOException {
    Path file = Files.writeString(folder.resolve("my.yaml"), CLIENT.formatted(plain, overTls));
    return new AnyJmsDriverProvider().of("jms:" + file);
  }

  private static RunRequirements requirements(Security security, int prefetch) {
    Scenario queue = Scenarios.load().find("QUEUE.PERSISTENT");
    JmsConsumers consumers = queue.session().jmsConsumers().orElseThrow().withPrefetch(prefetch);
    return new RunRequirements(
        queue.withSecurity(security).withSession(queue.session().withJmsConsumers(consumers)),
        List.of(),
        List.of());
  }

  /** As a property over TLS stands in place of the usual one. */
  @Test
  void aPrefetchIsRefusedWhereThePropertiesOfTheRunDoNotUseIt() throws Exception {
    RunRequirements plain = requirements(Security.NONE, 10);
    RunRequirements secured = requirements(SECURED, 10);

    ClientDriverProvider plainAlone = client(USED, "");
    assertThatCode(() -> plain.requireAble(plainAlone)).doesNotThrowAnyException();
    assertThatThrownBy(() -> secured.requireAble(plainAlone))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining(
            " needs a number of messages ahead over TLS (session.jmsConsumers.prefetch), which the"
                + " driver jms:")
        .hasMessageContaining("my.yaml does not support");

    ClientDriverProvider tlsAlone = client("", USED);
    assertThatCode(() -> secured.requireAble(tlsAlone)).doesNotThrowAnyException();
    assertThatThrownBy(() -> plain.requireAble(tlsAlone))
        .hasMessageContaining(" needs a number of messages ahead (session.jmsConsumers.prefetch)");

    ClientDriverProvider neither = client("", "");
    assertThatCode(() -> requirements(SECURED, JmsConsumers.PREFETCH).requireAble(neither))
        .doesNotThrowAnyException();
  }

  /**
   * A broker by its address may have a listener over TLS alone, which the scenario does not say.
   */
  @Test
  void aPrefetchIsRefusedWhereTheListenerOfTheBrokerUsesOtherProperties() throws Exception {
    assertThatThrownBy(() -> client(USED, "").open(settings(Listener.OPENWIRES)).close())
        .isInstanceOf(DefinitionException.class)
        .hasMessage(
            "session.jmsConsumers.prefetch 10: the file of the client A client has no ${prefetch}"
                + " for connections with TLS, which the broker's listener requires");
    client(USED, "").open(settings(Listener.OPENWIRE)).close();
    client("", USED).open(settings(Listener.OPENWIRES)).close();
  }

  private static DriverSettings settings(Listener listener) {
    Target target =
        new Target(List.of(new Endpoint(listener, "localhost", 1)), Optional.empty(), false);
    return DriverSettings.of(target, Protocol.JMS, NanoClock.SYSTEM)
        .withJms(Optional.of(JmsConsumers.of(JmsAcknowledgement.AUTO).withPrefetch(10)));
  }
}
