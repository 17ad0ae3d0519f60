package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.cli.terminal.ExitCode;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.ForwardingBroker;
import io.brokerbench.kit.KitResult;
import io.brokerbench.kit.KitRow;
import io.brokerbench.testkit.broker.FaultyBroker;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code broker check} of a broker that keeps its word, and of one that does not. */
class BrokerCheckTest {

  @TempDir private Path folder;

  /**
   * A broker in this process that is found, not started, so that only its messages are checked.
   *
   * @param claimed what it says that it can do
   */
  private record Claiming(Set<Capability> claimed) implements BrokerProvider {

    @Override
    public String name() {
      return "claiming";
    }

    @Override
    public String description() {
      return "a broker with claims";
    }

    @Override
    public boolean accepts(String selector) {
      return selector.startsWith(name());
    }

    @Override
    public Optional<String> image(String selector) {
      return Optional.of("of " + selector);
    }

    @Override
    public Set<Capability> capabilities() {
      return claimed;
    }

    @Override
    public boolean startsBrokers() {
      return false;
    }

    @Override
    public List<String> traps() {
      return List.of("It forgets everything.");
    }

    @Override
    public Broker start(BrokerRequest request) {
      return new ForwardingBroker(FaultyBroker.builder().start()) {
        @Override
        public Set<Capability> capabilities() {
          return claimed;
        }
      };
    }
  }

  @Test
  void whatHoldsIsPrintedRowByRow() {
    Session session =
        new Session(folder)
            .with(new Claiming(Set.of(Capability.MQTT_3_1_1, Capability.RETAINED_MESSAGES)));
    session.run("broker", "check", "claiming");
    assertThat(session.err()).contains("It forgets everything.");
    assertThat(session.out())
        .containsPattern("holds  MQTT 3\\.1\\.1 {25}messages of QoS 1 arrive once and in order")
        .containsPattern("holds  retained messages {18}the retained message is kept until")
        .contains("shown: MQTT 3.1.1, retained messages")
        .contains("not claimed: MQTT 5, QoS 2,")
        .doesNotContain("WebSocket (");
  }

  @Test
  void aClaimThatIsNotKeptEndsWithOne() {
    Session session =
        new Session(folder).with(new Claiming(Set.of(Capability.MQTT_3_1_1, Capability.AMQP)));
    assertThat(session.run("broker", "check", "claiming", "--json"))
        .as(session.err())
        .isEqualTo(ExitCode.VERDICT_SAYS_NO);
    KitResult result = KitResult.CODEC.read(session.out());
    assertThat(result.broken()).containsExactly(Capability.AMQP);
    assertThat(result.rows())
        .contains(
            new KitRow(
                Optional.of(Capability.AMQP),
                "a queue keeps messages until a consumer receives them",
                Optional.of("there is no listener for amqp")));
  }

  @Test
  void aProtocolOfALibraryIsNotBelievedWithoutThatLibrary() {
    Session session =
        new Session(folder).with(new Claiming(Set.of(Capability.MQTT_3_1_1, Capability.JMS)));
    assertThat(session.run("broker", "check", "claiming", "--json"))
        .as(session.err())
        .isEqualTo(ExitCode.VERDICT_SAYS_NO);
    assertThat(KitResult.CODEC.read(session.out()).rows())
        .contains(
            new KitRow(
                Optional.of(Capability.JMS),
                "a client of its own library can use it",
                Optional.of("nothing else shows it: name its client with --driver jms:FILE.yaml")));
  }

  /** The client that ships with the tool asks by itself. */
  @Test
  void messagesOfOpenWireAreAskedFor() {
    Session session =
        new Session(folder).with(new Claiming(Set.of(Capability.MQTT_3_1_1, Capability.OPENWIRE)));
    session.run("broker", "check", "claiming", "--json");
    assertThat(KitResult.CODEC.read(session.out()).rows())
        .filteredOn(row -> row.claim().filter(Capability.OPENWIRE::equals).isPresent())
        .hasSize(6)
        .noneMatch(KitRow::holds);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          swarm | --driver swarm: jms:NAME or jms:FILE.yaml
          jms:openwir | did you mean openwire
          jms:openwire | --driver jms:openwire: a client of what the broker claims; it does not claim OpenWire
          """)
  void aClientThatCanNotAskIsOneLine(String driver, String message) {
    Session session = new Session(folder).with(new Claiming(Set.of(Capability.MQTT_3_1_1)));
    assertThat(session.run("broker", "check", "claiming", "--driver", driver))
        .isEqualTo(ExitCode.BAD_USAGE);
    assertThat(session.err()).contains(message);
    assertThat(session.err().lines()).hasSize(1);
  }

  @Test
  void theImageThatWasCheckedIsInTheDocument() {
    Session session = new Session(folder).with(new Claiming(Set.of(Capability.MQTT_3_1_1)));
    session.run("broker", "check", "claiming=mine", "--json");
    KitResult result = KitResult.CODEC.read(session.out());
    assertThat(result.selector()).isEqualTo("claiming");
    assertThat(result.image()).contains("of claiming=mine");
  }

  @Test
  void aFileThatIsNotThereIsOneLine() {
    Session session = new Session(folder);
    assertThat(session.run("broker", "check", "none.yaml")).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(session.err().lines()).hasSize(1);
  }
}
