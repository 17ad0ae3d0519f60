package io.brokerbench.experiment.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.figure.ContractCount;
import io.brokerbench.core.figure.GuardGrade;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.JmsAcknowledgement;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.JmsProducers;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Session;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ContractRunTest {

  private static final Messages BAD =
      new Messages(
          100,
          99,
          97,
          1,
          99,
          90,
          1,
          2,
          3,
          4,
          5,
          6,
          7,
          List.of(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          Optional.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.of(8));

  private static ContractRun of(ExampleResult result) {
    return ContractRun.of(result.build(), "run.json").orElseThrow();
  }

  private static ContractCount count(ContractRun run, String figure) {
    return run.count(figure).orElseThrow();
  }

  @Test
  void eachClassOfTheAccountIsCountedWithItsGrade() {
    ContractRun run =
        of(
            new ExampleResult()
                .qos(Qos.EXACTLY_ONCE)
                .distribution(Distribution.PARTITIONS)
                .messages(BAD)
                .verdict(Status.CONTRACT_BROKEN, true, "broken"));

    assertThat(run.counts())
        .containsExactly(
            new ContractCount("messages.unsent", GuardGrade.PACE, 1, 100),
            new ContractCount("messages.unacknowledged", GuardGrade.PACE, 2, 99),
            new ContractCount("messages.lost", GuardGrade.LOSS, 2, 99),
            new ContractCount("messages.undelivered", GuardGrade.PACE, 1, 99),
            new ContractCount("messages.unacknowledgedDelivered", GuardGrade.CONTRACT, 1, 99),
            new ContractCount("messages.unreleased", GuardGrade.CONTRACT, 8, 99),
            new ContractCount("messages.duplicated", GuardGrade.CONTRACT, 3, 99),
            new ContractCount("messages.misdelivered", GuardGrade.CONTRACT, 4, 99),
            new ContractCount("messages.reordered", GuardGrade.PACE, 5, 99),
            new ContractCount("messages.damaged", GuardGrade.CONTRACT, 6, 99),
            new ContractCount("messages.unrecognised", GuardGrade.PACE, 7, 99));
    assertThat(run.fellBehind()).contains(false);
  }

  /** As where the broker may have another clock than the senders. */
  @Test
  void whatARunDoesNotShowIsNoContractThatItKept() {
    RunResult plain = new ExampleResult().distribution(Distribution.SINGLE).build();
    Session delayed =
        plain
            .scenario()
            .session()
            .with()
            .protocol(Protocol.JMS)
            .jmsConsumers(Optional.of(JmsConsumers.of(JmsAcknowledgement.AUTO).ofQueue()))
            .jmsProducers(
                Optional.of(
                    JmsProducers.NONE.withDeliveryDelay(Optional.of(Duration.ofSeconds(2)))))
            .build();
    RunResult unseen = plain.withScenario(plain.scenario().withSession(delayed));
    RunResult seen = unseen.withMessages(plain.messages().withEarly(OptionalLong.of(0)));

    assertThat(ContractRun.of(unseen, "a").orElseThrow().count("messages.early")).isEmpty();
    assertThat(ContractRun.of(seen, "a").orElseThrow().count("messages.early")).isPresent();
  }

  /** Section 4.6 of MQTT 5: topics are ordered on subscriptions that are not shared. */
  @Test
  void aSharedSubscriptionHasNoOrderToKeep() {
    ContractRun run =
        of(
            new ExampleResult()
                .distribution(Distribution.SHARED)
                .messages(BAD)
                .verdict(Status.CONTRACT_BROKEN, true, "broken"));

    assertThat(run.count("messages.reordered")).isEmpty();
    assertThat(run.count("messages.lost")).isPresent();
  }

  @Test
  void whatTheVerdictOfTheRunDoesNotCallBrokenIsNoBreach() {
    ContractRun run =
        of(new ExampleResult().messages(BAD).verdict(Status.BROKER_LIMITED, true, "slow"));

    assertThat(count(run, "messages.unacknowledgedDelivered").count()).isZero();
    assertThat(count(run, "messages.undelivered").count()).isEqualTo(1);
    assertThat(run.fellBehind()).contains(true);
  }

  @Test
  void theContractOfTheQosDecidesWhatIsABreach() {
    ContractRun atMostOnce = of(new ExampleResult().qos(Qos.AT_MOST_ONCE).messages(BAD));
    assertThat(atMostOnce.count("messages.lost")).isEmpty();
    assertThat(count(atMostOnce, "messages.duplicated").grade()).isEqualTo(GuardGrade.CONTRACT);

    ContractRun atLeastOnce = of(new ExampleResult().qos(Qos.AT_LEAST_ONCE).messages(BAD));
    assertThat(count(atLeastOnce, "messages.lost").grade()).isEqualTo(GuardGrade.LOSS);
    assertThat(count(atLeastOnce, "messages.duplicated").grade()).isEqualTo(GuardGrade.PACE);
  }

  @Test
  void runsThatDoNothingButConnectGuardConnections() {
    ContractRun run =
        of(new ExampleResult().connectsOnly().verdict(Status.BROKER_LIMITED, true, "refused"));

    assertThat(run.counts())
        .extracting(ContractCount::figure)
        .containsExactly("connections.refused", "connections.unanswered", "connections.dropped");
    assertThat(run.fellBehind()).as("their counts say it").contains(false);
  }

  /** Else a broken promise would count on a busy machine, and a kept one would not. */
  @ParameterizedTest
  @EnumSource(names = {"GENERATOR_LIMITED", "DISTURBED"})
  void aRunThatSomethingElseLimitedSaysWhetherThePromisesWereKeptAndNothingOfPace(Status status) {
    ContractRun run = of(new ExampleResult().messages(BAD).verdict(status, true, "late"));

    assertThat(run.fellBehind()).isEmpty();
    assertThat(run.counts())
        .isNotEmpty()
        .allMatch(each -> each.grade() != GuardGrade.PACE && each.count() == 0);
    assertThat(count(run, "messages.lost").of()).isEqualTo(99);
    assertThat(
            ContractRun.of(
                new ExampleResult().connectsOnly().verdict(status, true, "late").build(), "a"))
        .as("of connections there is no such promise")
        .isEmpty();
  }

  @Test
  void aRunThatBrokeTheContractFellBehindWhereItsPaceSaysSo() {
    ExampleResult broken =
        new ExampleResult().messages(BAD).verdict(Status.CONTRACT_BROKEN, true, "broken");

    assertThat(of(broken.pace(Status.BROKER_LIMITED)).fellBehind()).contains(true);
  }

  @Test
  void aRunThatBrokeTheContractWhileTheGeneratorWasLateSaysNothingOfPace() {
    ContractRun run =
        of(
            new ExampleResult()
                .messages(BAD)
                .verdict(Status.CONTRACT_BROKEN, true, "broken")
                .pace(Status.GENERATOR_LIMITED));

    assertThat(run.fellBehind()).isEmpty();
    assertThat(run.counts()).isNotEmpty().allMatch(each -> each.grade() != GuardGrade.PACE);
    assertThat(count(run, "messages.lost").count()).isEqualTo(2);
  }

  @Test
  void aRunThatBrokeOffCountsAndOneThatWasStoppedDoesNot() {
    ContractRun brokeOff = of(new ExampleResult().verdict(Status.FAILED, false, "gone"));
    assertThat(brokeOff.brokeOff()).isTrue();
    assertThat(brokeOff.counts()).isEmpty();

    assertThat(
            ContractRun.of(new ExampleResult().verdict(Status.OK, false, "stopped").build(), "a"))
        .isEmpty();
  }

  @Test
  void aFigureThatGuardsNothingIsRefused() {
    assertThatThrownBy(() -> new ContractCount("messages.sent", GuardGrade.PACE, 0, 1))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("figure messages.sent: one that guards a contract");
    assertThatThrownBy(() -> new ContractCount("messages.lost", GuardGrade.LOSS, -1, 1))
        .hasMessage("messages.lost -1: a count of at least 0");
  }
}
