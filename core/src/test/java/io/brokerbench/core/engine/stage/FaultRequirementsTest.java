package io.brokerbench.core.engine.stage;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.BrokerNode;
import io.brokerbench.core.broker.FaultCommands;
import io.brokerbench.core.engine.FaultRequirements;
import io.brokerbench.core.engine.lane.SenderBench;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.result.BrokerIdentity.Origin;
import io.brokerbench.core.scenario.Conditions;
import io.brokerbench.core.scenario.Fault;
import io.brokerbench.core.scenario.FaultKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What faults by commands require before they are done. */
class FaultRequirementsTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final RecordingNode one = new RecordingNode("one", new ArrayList<>());
  private final RecordingNode two = new RecordingNode("two", new ArrayList<>());

  private static FaultRequirements byCommand(Optional<Duration> every) {
    Fault fault = new Fault(FaultKind.COMMAND, Duration.ofSeconds(5), Optional.empty(), every);
    return new FaultRequirements(
        SenderBench.scenario(
                1,
                new ConstantLoad(Rate.perSecond(100)),
                Duration.ofSeconds(10),
                Duration.ofSeconds(30))
            .withConditions(Conditions.NONE.withFault(fault)));
  }

  /** Without a command that knows, a node that is down looks like the standby. */
  @Test
  void aPairThatOthersRunTakesTurnsOnlyWithACommandThatSeesWhetherItIsInSync() {
    FaultRequirements turns = byCommand(Optional.of(Duration.ofSeconds(10)));
    FaultRequirements once = byCommand(Optional.empty());
    Optional<FaultCommands> blind =
        Optional.of(new FaultCommands("restart {node}", Optional.empty(), LIMIT));
    Optional<FaultCommands> seeing =
        Optional.of(
            new FaultCommands("restart {node}", Optional.empty(), Optional.of("asks"), LIMIT));
    InProcessBroker remote = new InProcessBroker(List.of(one, two), Origin.REMOTE);
    turns.requireSync(remote, blind);
    two.isStandby = true;
    assertThatThrownBy(() -> turns.requireSync(remote, blind))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("--sync-command for a pair by address");
    turns.requireSync(remote, seeing);
    once.requireSync(remote, blind);
    turns.requireSync(new InProcessBroker(List.of(one, two)), blind);
  }

  /** Its outage would not be seen to end. */
  @Test
  void theLastTurnIsWithinTheHourThatDeliveriesAreFollowed() {
    List<BrokerNode> three = List.of(one, two, new RecordingNode("three", new ArrayList<>()));
    assertThatThrownBy(
            () ->
                byCommand(Optional.of(Duration.ofMinutes(26)))
                    .requireNodes(new InProcessBroker(three, Origin.REMOTE)))
        .isInstanceOf(DefinitionException.class)
        .hasMessage(
            "conditions.fault.every 26m: all of 3 nodes within 50m, as deliveries are followed for"
                + " an hour");
  }

  /** It would be done to one node again and again, and reported of each. */
  @Test
  void inTurnsACommandNamesItsNodeAndThereAreSeveral() {
    FaultRequirements turns = byCommand(Optional.of(Duration.ofSeconds(10)));
    FaultRequirements once = byCommand(Optional.empty());
    Optional<FaultCommands> same =
        Optional.of(new FaultCommands("docker restart mq0", Optional.empty(), LIMIT));
    assertThatThrownBy(() -> turns.requireCommands(same))
        .isInstanceOf(DefinitionException.class)
        .hasMessage(
            "faultCommand docker restart mq0: with {node}, {host} or {port} in it, as each node"
                + " has its turn");
    once.requireCommands(same);
    turns.requireCommands(
        Optional.of(new FaultCommands("docker restart {host}", Optional.empty(), LIMIT)));
    assertThatThrownBy(() -> turns.requireNodes(new InProcessBroker(List.of(one), Origin.REMOTE)))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("only with several nodes");
  }
}
