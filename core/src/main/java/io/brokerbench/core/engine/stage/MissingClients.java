package io.brokerbench.core.engine.stage;

import io.brokerbench.core.base.Durations;
import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.driver.EndpointConnects;
import io.brokerbench.core.engine.measure.ConnectReport;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.worker.Worker;
import io.brokerbench.core.scenario.Scenario;
import java.time.Duration;
import java.util.Optional;

/** Says why clients did not connect or subscribe in time. Belongs to the rig's thread. */
final class MissingClients {

  private final Scenario scenario;
  private final Broker broker;
  private final Worker worker;

  MissingClients(Scenario scenario, Broker broker, Worker worker) {
    this.scenario = scenario;
    this.broker = broker;
    this.worker = worker;
  }

  /** Why not one of them connected. Ends the worker's run, as there is nothing to measure. */
  String all(Duration limit) throws RunException, InterruptedException {
    Optional<String> waiting = EndpointConnects.waiting(worker.connects());
    ConnectReport connects = worker.finish(worker.freeze()).report().connects();
    String reason =
        connects
            .mainReason()
            .or(() -> waiting)
            .map(why -> ": " + why)
            .orElse(" on " + broker.identity().product());
    if (connects.counts().dropped() > 0) {
      return "no client is connected: the broker accepted %s of %s and ended these connections%s"
          .formatted(
              NumberText.count(connects.counts().dropped()),
              NumberText.count(scenario.clients()),
              reason);
    }
    String within =
        connects.counts().refused() < scenario.clients()
            ? " within " + Durations.format(limit)
            : "";
    return "none of "
        + NumberText.count(scenario.clients())
        + " clients could connect"
        + within
        + reason;
  }

  /**
   * Why too few of them are as far as they should be.
   *
   * @param what all of them together, such as "10 consumers subscribed"
   */
  String some(Phase phase, int reached, String what, Duration limit) throws InterruptedException {
    Optional<String> waiting =
        phase == Phase.CONNECT ? EndpointConnects.waiting(worker.connects()) : Optional.empty();
    return NumberText.sentence(
        "only %s of %s within %s on %s%s",
        reached,
        what,
        Durations.format(limit),
        broker.identity().product(),
        waiting.map(connects -> ": " + connects).orElse(""));
  }
}
