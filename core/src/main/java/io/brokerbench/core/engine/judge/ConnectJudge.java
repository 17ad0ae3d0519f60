package io.brokerbench.core.engine.judge;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.engine.stage.RunRecord;
import io.brokerbench.core.result.Connections;
import io.brokerbench.core.result.Failover;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.core.result.Verdict.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Says what a run means that does nothing but connect: {@code OK} when every client was accepted
 * and stayed, or came back where it is to.
 */
final class ConnectJudge {

  private final RunRecord run;
  private final List<String> generatorComplaints;
  private final List<String> reasons = new ArrayList<>();
  private Status status = Status.OK;

  ConnectJudge(RunRecord run, List<String> generatorComplaints) {
    this.run = run;
    this.generatorComplaints = generatorComplaints;
  }

  /**
   * The verdict.
   *
   * @param broken what became of connections that are made again; empty where none broke
   */
  Verdict judge(Connections connections, Optional<Failover> broken) {
    run.failure().ifPresent(reason -> find(Status.FAILED, reason));
    generatorComplaints.forEach(reason -> find(Status.GENERATOR_LIMITED, reason));
    if (connections.refused() > 0) {
      find(
          Status.BROKER_LIMITED,
          NumberText.sentence(
              "%s of %s clients were refused", connections.refused(), connections.asked()));
    }
    if (connections.unanswered() > 0) {
      find(
          run.complete() ? Status.BROKER_LIMITED : Status.OK,
          NumberText.sentence(
              "%s of %s clients were not connected by the end",
              connections.unanswered(), connections.asked()));
    }
    if (connections.dropped() > 0) {
      find(
          Status.BROKER_LIMITED,
          NumberText.sentence(
              "%s of %s accepted connections did not stay",
              connections.dropped(), connections.connected()));
    }
    if (broken.filter(Failover::leftClientsOut).isPresent()) {
      find(Status.BROKER_LIMITED, "not all clients whose connections broke came back");
    }
    if (status != Status.OK) {
      connections
          .refusals()
          .forEach(r -> reasons.add(NumberText.sentence("%s x %s", r.count(), r.reason())));
    } else if (run.complete()) {
      reasons.add(
          NumberText.sentence(
              broken.isEmpty()
                  ? "%s clients connected and stayed for %s"
                  : "%s clients connected and were held for %s; those whose connections broke came"
                      + " back",
              connections.connected(),
              held()));
    }
    if (!run.complete() && run.failure().isEmpty()) {
      reasons.add("stopped after all were held for " + held());
    }
    return new Verdict(status, run.complete(), reasons);
  }

  private String held() {
    return NumberText.seconds(run.steadySeconds());
  }

  private void find(Status found, String reason) {
    if (found.compareTo(status) < 0) {
      status = found;
      reasons.add(0, reason);
    } else {
      reasons.add(reason);
    }
  }
}
