package io.brokerbench.experiment.metric;

import io.brokerbench.core.engine.measure.GeneratorHealth;
import io.brokerbench.core.result.Machine;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.storm.StormKind;

/**
 * What a run says of the broker's pace, whatever it says of its contract. A broken contract stands
 * above all lateness in the verdict, and changes nothing of whose the latencies are. Stateless.
 */
final class Pace {

  private Pace() {}

  /** The verdict's status, and of a broken contract the one that its lateness would have had. */
  static Status of(RunResult run) {
    Status status = run.verdict().status();
    if (status != Status.CONTRACT_BROKEN) {
      return status;
    }
    boolean inTime = run.generator().healthy();
    if (inTime && !fellBehind(run)) {
      return Status.OK;
    }
    if (run.machine().filter(Machine::disturbed).isPresent()) {
      return Status.DISTURBED;
    }
    return inTime ? Status.BROKER_LIMITED : Status.GENERATOR_LIMITED;
  }

  /** As the verdict has it: after a fault, or where the tool cut clients, no rate is owed. */
  private static boolean fellBehind(RunResult run) {
    boolean cuts =
        run.scenario()
            .conditions()
            .storm()
            .filter(s -> s.kind() == StormKind.RECONNECT)
            .isPresent();
    boolean excused =
        run.stormOfMessages().isPresent()
            || run.failover().filter(f -> cuts || f.fault().isPresent()).isPresent();
    boolean slow =
        run.backlog().growing() || GeneratorHealth.isHeldBack(run.latency(), run.generator());
    Messages messages = run.messages();
    boolean open =
        messages.sent() < messages.scheduled()
            || messages.undelivered() > 0
            || messages.unacknowledged() > 0;
    return (slow && !excused) || open;
  }

  /** Whether the generator or other work on the machine was the limit. */
  static boolean isOfOthers(Status pace) {
    return pace == Status.GENERATOR_LIMITED || pace == Status.DISTURBED;
  }

  /** Why, in words; the verdict's own first reason where no contract was broken. */
  static String reason(RunResult run) {
    String first = run.verdict().reasons().stream().findFirst().orElse("");
    if (run.verdict().status() != Status.CONTRACT_BROKEN) {
      return first;
    }
    String why =
        of(run) == Status.DISTURBED
            ? run.machine().orElseThrow().disturbedBy().get(0).text()
            : "the generator did not keep up";
    return why + "; besides, " + first;
  }
}
