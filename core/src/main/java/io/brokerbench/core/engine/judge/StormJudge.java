package io.brokerbench.core.engine.judge;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.engine.stage.RunRecord;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.DeliveryContract;
import io.brokerbench.core.storm.StormKind;
import io.brokerbench.core.storm.StormOutcome;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Says what a storm showed of the broker, beside the account of its messages. */
final class StormJudge {

  private final StormOutcome outcome;
  private final RunRecord run;
  private final DeliveryContract contract;

  private final boolean cuts;
  private final BiConsumer<Status, String> find;
  private final Consumer<String> remark;

  /**
   * A judge of one storm.
   *
   * @param cuts whether the tool itself has cut the connections
   * @param find takes what the verdict becomes, and why
   * @param remark takes what is worth saying and changes no verdict
   */
  StormJudge(
      StormOutcome outcome,
      RunRecord run,
      DeliveryContract contract,
      boolean cuts,
      BiConsumer<Status, String> find,
      Consumer<String> remark) {
    this.outcome = outcome;
    this.run = run;
    this.contract = contract;
    this.cuts = cuts;
    this.find = find;
    this.remark = remark;
  }

  /**
   * Judges it. That the broker had taken over the last value is known, so an earlier one is wrong;
   * a will of a client that said goodbye is to be forgotten (3.14.4 of MQTT).
   */
  void judge() {
    if (outcome.others().isPresent()) {
      judgeOthers(outcome.others().get());
      return;
    }
    if (outcome.kind() == StormKind.CHURN) {
      judgeChurn();
      return;
    }
    if (!outcome.kind().isOfMessages()) {
      judgeTakeover();
      return;
    }
    boolean wills = outcome.kind().isOfWills();
    if (outcome.unexpected() > 0 && (wills || !contract.mayLose())) {
      find.accept(
          Status.CONTRACT_BROKEN,
          NumberText.sentence(
              wills
                  ? "%s wills came of clients that had left in an orderly way, or had not left"
                  : "%s deliveries were of values that later ones had replaced",
              outcome.unexpected()));
    }
  }

  /**
   * The broker has to end the first connection (3.1.4 of MQTT). Some say that they have no session,
   * and go on with it: only what is lost breaks the contract.
   */
  private void judgeTakeover() {
    if (!cuts && outcome.missing() > 0 && run.failure().isEmpty()) {
      find.accept(
          Status.BROKER_LIMITED,
          NumberText.sentence(
              "%s of %s takeovers had not come about by the end of the run: a first connection had"
                  + " not ended, or a second client could not come",
              outcome.missing(), outcome.owed()));
    }
    if (outcome.unexpected() > 0) {
      remark.accept(
          NumberText.sentence(
              "the broker said to %s of %s clients that it had no session (Session Present 0): what"
                  + " was lost with a session is in the account",
              outcome.unexpected(), outcome.acts()));
    }
  }

  /** A broker may part with a client that is too slow for it; the others are not to feel it. */
  private void judgeOthers(StormOutcome.Others others) {
    if (others.missing() > 0 && run.failure().isEmpty()) {
      boolean allowed = contract.mayLose() || run.drainDoubt().isPresent();
      find.accept(
          allowed ? Status.BROKER_LIMITED : Status.CONTRACT_BROKEN,
          NumberText.sentence(
              "%s of %s deliveries to consumers that were not slow never came",
              others.missing(), others.owed()));
    }
    if (others.ended() > 0) {
      find.accept(
          Status.BROKER_LIMITED,
          NumberText.sentence(
              "the broker ended %s of clients that were not slow",
              NumberText.counted(others.ended(), "connection")));
    }
    if (outcome.unexpected() > 0) {
      remark.accept(
          NumberText.sentence(
              "the broker ended %s of slow consumers",
              NumberText.counted(outcome.unexpected(), "connection")));
    }
    if (outcome.missing() > 0 && contract.mayLose()) {
      remark.accept(
          NumberText.sentence(
              "%s of %s deliveries to slow consumers never came, which %s allows",
              outcome.missing(), outcome.owed(), contract.title()));
    }
  }

  private void judgeChurn() {
    if (outcome.missing() > 0 && run.failure().isEmpty()) {
      find.accept(
          Status.BROKER_LIMITED,
          NumberText.sentence(
              "%s of %s clients that came were not accepted while they stayed",
              outcome.missing(), outcome.owed()));
    }
    if (outcome.unexpected() > 0) {
      find.accept(
          Status.BROKER_LIMITED,
          NumberText.sentence(
              "the broker ended the connections of %s clients that were to stay",
              outcome.unexpected()));
    }
  }
}
