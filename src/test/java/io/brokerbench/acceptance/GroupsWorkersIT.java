package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.result.MissingMessage;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.experiment.group.GroupRun;
import io.brokerbench.experiment.group.GroupsResult;
import io.brokerbench.testkit.broker.Faults;
import io.brokerbench.testkit.broker.FaultyBroker;
import io.brokerbench.testkit.broker.MessageFilter;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Groups whose clients are spread over worker processes have the accounts that they have in one.
 */
@Tag("release")
class GroupsWorkersIT {

  private static final int EACH = 997;

  @AfterEach
  void nothingIsLeftRunning() {
    Awaitility.await()
        .atMost(Duration.ofSeconds(5))
        .untilAsserted(() -> assertThat(workers()).isEmpty());
  }

  private static List<ProcessHandle> workers() {
    return ProcessHandle.current()
        .children()
        .filter(child -> child.info().command().orElse("").endsWith("java"))
        .toList();
  }

  private static GroupsResult run(int workers, Consumer<Faults> faults) throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      faults.accept(broker.faults());
      GroupsResult result = GroupsTruthIT.run(GroupsTruthIT.fleet(), broker, workers);
      assertThat(broker.violations()).isEmpty();
      return result;
    }
  }

  private static void areWhole(GroupsResult result, int workers) {
    for (GroupRun group : result.groups()) {
      GroupsTruthIT.isWhole(group.name(), group.run());
      assertThat(group.run().driver().workers()).as(group.name()).isEqualTo(workers);
    }
  }

  @Test
  void eachGroupHasItsWholeAccountOnAMosquitto() throws Exception {
    Mosquitto.assumeInstalled();
    try (Broker broker = Mosquitto.start()) {
      areWhole(GroupsTruthIT.run(GroupsTruthIT.fleet(), broker, 2), 2);
    }
  }

  /** The broadcast has no more clients than there are workers, so some carry none of it. */
  @Test
  void aWorkerMayHaveNoClientOfAGroup() throws Exception {
    areWhole(run(8, faults -> {}), 8);
  }

  @Test
  void whatABrokerWithholdsOfOneGroupIsNamedThere() throws Exception {
    GroupsResult result =
        run(
            3,
            faults ->
                faults
                    .deliveries()
                    .drop(MessageFilter.every(EACH).from(id -> id.startsWith("telemetry-"))));
    RunResult telemetry = GroupsTruthIT.group(result, "telemetry");
    long withheld = GroupsTruthIT.sent("telemetry") / EACH;
    assertThat(telemetry.messages().lost()).isEqualTo(withheld).isPositive();
    assertThat(telemetry.messages().received())
        .isEqualTo(GroupsTruthIT.sent("telemetry") - withheld);
    assertThat(telemetry.messages().missing())
        .hasSize((int) withheld)
        .extracting(MissingMessage::publisher)
        .allMatch(publisher -> publisher < 40);
    assertThat(telemetry.verdict().status()).isEqualTo(Status.CONTRACT_BROKEN);
    assertThat(result.verdict().reasons().get(0)).startsWith("telemetry: ");
    GroupsTruthIT.isWhole("broadcast", GroupsTruthIT.group(result, "broadcast"));
    GroupsTruthIT.isWhole("commands", GroupsTruthIT.group(result, "commands"));
  }

  /** Each worker knows the messages of all groups, wherever they were sent. */
  @Test
  void aMessageOfAnotherGroupIsRecognisedInEachWorker() throws Exception {
    GroupsResult result =
        run(
            2,
            faults ->
                faults
                    .deliveries()
                    .misdeliverToo(
                        MessageFilter.every(EACH).from(id -> id.startsWith("telemetry-"))));
    RunResult broadcast = GroupsTruthIT.group(result, "broadcast");
    assertThat(broadcast.messages().misdelivered())
        .isEqualTo(GroupsTruthIT.sent("telemetry") / EACH)
        .isPositive();
    assertThat(broadcast.messages().unrecognised()).isZero();
    assertThat(broadcast.verdict().status()).isEqualTo(Status.CONTRACT_BROKEN);
    GroupsTruthIT.isWhole("telemetry", GroupsTruthIT.group(result, "telemetry"));
    GroupsTruthIT.isWhole("commands", GroupsTruthIT.group(result, "commands"));
  }

  @Test
  void aGroupThatCannotConnectEndsTheRunAndIsNamed() {
    assertThatThrownBy(() -> run(2, faults -> faults.refuseConnections(true)))
        .isInstanceOf(RunException.class)
        .hasMessageMatching("(broadcast|commands|telemetry): .*");
  }
}
