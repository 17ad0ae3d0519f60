package io.brokerbench.containers.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerNode;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.engine.assignment.Targets;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.testkit.broker.FaultyBroker;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pairs and clusters that others run. */
class RemoteNodesTest {

  private final RemoteProvider provider = new RemoteProvider(name -> null);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a,b?roles=primary               | roles primary: one for each of 2 addresses
          a,b?roles=primary,backup,backup | roles primary,backup,backup: one for each of 2 addresses
          a?roles=primary,backup          | roles primary,backup: one, as there is one address
          a?roles=primary                 | roles primary: one primary, and at least one backup
          a,b?roles=primary,spare         | roles spare: primary or backup
          a,b?roles=primary,primary       | roles primary,primary: one primary, and at least one backup
          a,b?roles=backup,backup         | roles backup,backup: one primary, and at least one backup
          a,b:1883,b?roles=primary,backup,backup | mqtt://b:1883 is there twice
          a,b?roles=primary,backup&roles=x | roles is there twice
          a,b?nodes=x                     | nodes x: one for each of 2 addresses
          a,b?nodes=x,x                   | nodes x: a name for one address only
          a,b?nodes=x,$(rm)               | nodes $(rm): 1 to 100 letters, digits and . _ : / -
          a,b,c?pid=1,2                   | pid 1,2: one for each of 3 addresses
          """)
  void whatDoesNotFitTheAddressesIsNamedInALine(String rest, String message) {
    String selector = "mqtt://" + rest;
    assertThatThrownBy(() -> provider.start(BrokerRequest.of(selector)))
        .isInstanceOf(DefinitionException.class)
        .hasMessage(selector + ": " + message);
  }

  @Test
  void theNodesOfAClusterShareItsClients() throws Exception {
    try (FaultyBroker one = FaultyBroker.start();
        FaultyBroker two = FaultyBroker.start();
        Broker cluster = start(selector(List.of(one.endpoint(), two.endpoint())))) {
      assertThat(cluster.nodes()).extracting(BrokerNode::isActive).containsExactly(true, true);
      assertThat(cluster.nodes()).extracting(BrokerNode::isStandby).containsOnly(false);
      assertThat(cluster.nodes())
          .extracting(BrokerNode::name)
          .containsExactly("127.0.0.1:" + port(one), "127.0.0.1:" + port(two));
      Target target = new Targets(cluster, Optional.empty()).of(Optional.empty());
      assertThat(target.failover()).isFalse();
      assertThat(target.endpoints()).containsExactly(one.endpoint(), two.endpoint());
    }
  }

  @Test
  void ofAPairOneNodeHasToAnswerAndIsTriedFirst() throws Exception {
    try (FaultyBroker pair = FaultyBroker.builder().standby().start()) {
      Endpoint primary = pair.nodes().get(0).endpoints().get(0);
      Endpoint backup = pair.nodes().get(1).endpoints().get(0);
      String selector =
          selector(List.of(backup, primary)) + "?roles=backup,primary&nodes=b,p&mqtts=x:2,x:1";
      try (Broker broker = start(selector)) {
        assertThat(broker.nodes()).extracting(BrokerNode::name).containsExactly("p", "b");
        assertThat(broker.nodes()).extracting(BrokerNode::isActive).containsExactly(true, false);
        assertThat(broker.nodes()).extracting(BrokerNode::isStandby).containsExactly(false, true);
        assertThat(new Targets(broker, Optional.empty()).of(Optional.empty()))
            .isEqualTo(new Target(List.of(primary, backup), Optional.empty(), true));
      }
      pair.nodes().get(0).inject(FaultKind.KILL);
      assertThatThrownBy(() -> start(selector))
          .isInstanceOf(BrokerException.class)
          .hasMessageStartingWith("no node of the pair answers: " + primary)
          .hasMessageContaining("; " + backup);
      pair.backup().takeOver();
      try (Broker broker = start(selector)) {
        assertThat(broker.nodes()).extracting(BrokerNode::name).containsExactly("b", "p");
        assertThat(broker.endpoints())
            .extracting(Endpoint::port)
            .containsExactly(backup.port(), primary.port(), 2, 1);
      }
    }
  }

  @Test
  void whatIsDoneToANodeIsDoneByThoseWhoRunIt() throws Exception {
    try (FaultyBroker broker = FaultyBroker.start();
        Broker remote = start(broker.endpoint().uri())) {
      assertThat(remote.nodes()).extracting(BrokerNode::name).containsExactly("127.0.0.1");
      assertThatThrownBy(() -> remote.nodes().get(0).inject(FaultKind.KILL))
          .isInstanceOf(BrokerException.class)
          .hasMessage("it was not started here");
    }
  }

  private Broker start(String selector) throws BrokerException {
    return provider.start(BrokerRequest.of(selector));
  }

  private static int port(FaultyBroker broker) {
    return broker.endpoint().port();
  }

  private static String selector(List<Endpoint> endpoints) {
    return endpoints.stream()
        .map(endpoint -> endpoint.host() + ":" + endpoint.port())
        .collect(Collectors.joining(",", "mqtt://", ""));
  }
}
