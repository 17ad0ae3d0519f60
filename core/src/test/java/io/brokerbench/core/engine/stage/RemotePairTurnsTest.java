package io.brokerbench.core.engine.stage;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.BrokerNode;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.FaultCommands;
import io.brokerbench.core.engine.RunRequirements;
import io.brokerbench.core.engine.lane.SenderBench;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.result.BrokerIdentity.Origin;
import io.brokerbench.core.scenario.Conditions;
import io.brokerbench.core.scenario.Fault;
import io.brokerbench.core.scenario.FaultKind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Each node of a pair that others run has the fault in turn. */
class RemotePairTurnsTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final FaultCommands BLIND =
      new FaultCommands("restart {node}", Optional.empty(), LIMIT);
  private static final FaultCommands SEEING =
      new FaultCommands("restart {node}", Optional.empty(), Optional.of("in-sync {node}"), LIMIT);

  private static RunRequirements requirements() {
    Fault fault =
        new Fault(
            FaultKind.COMMAND,
            Duration.ofSeconds(5),
            Optional.empty(),
            Optional.of(Duration.ofSeconds(10)));
    return new RunRequirements(
        SenderBench.scenario(
                1,
                new ConstantLoad(Rate.perSecond(100)),
                Duration.ofSeconds(10),
                Duration.ofSeconds(30))
            .withConditions(Conditions.NONE.withFault(fault)));
  }

  private static InProcessBroker nodes(Origin origin, boolean standby) {
    return new InProcessBroker(List.of(new Node(false), new Node(standby)), origin);
  }

  @Test
  void aStandbyIsNotToldFromANodeThatIsDownWithoutACommandThatKnows() {
    RunRequirements requirements = requirements();
    assertThatThrownBy(
            () -> requirements.requireSync(nodes(Origin.REMOTE, true), Optional.of(BLIND)))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("--sync-command for a pair by address");
    assertThatCode(
            () -> {
              requirements.requireSync(nodes(Origin.REMOTE, true), Optional.of(SEEING));
              requirements.requireSync(nodes(Origin.REMOTE, false), Optional.of(BLIND));
              requirements.requireSync(nodes(Origin.CONTAINER, true), Optional.of(BLIND));
            })
        .doesNotThrowAnyException();
  }

  private record Node(boolean isStandby) implements BrokerNode {

    @Override
    public String name() {
      return "node";
    }

    @Override
    public List<Endpoint> endpoints() {
      return List.of();
    }

    @Override
    public OptionalLong pid() {
      return OptionalLong.empty();
    }

    @Override
    public boolean isActive() {
      return !isStandby;
    }

    @Override
    public void inject(FaultKind fault) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void heal() {
      throw new UnsupportedOperationException();
    }
  }
}
