package io.brokerbench.core.engine.stage;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.worker.Worker;
import io.brokerbench.core.engine.worker.WorkerStatus;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Topology;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/**
 * Waits until the clients of a run have connected and subscribed, each within its limit. Belongs to
 * the rig's thread.
 *
 * @param scenario of the run
 * @param worker that has the clients; connects them when it is asked to
 * @param stop ends the wait
 * @param brokerEnd says it where the broker has ended
 * @param missing describes those that do not come
 * @param waiting of the run's stages
 */
record ClientSetUp(
    Scenario scenario,
    Worker worker,
    StopSignal stop,
    BrokerEnd brokerEnd,
    MissingClients missing,
    Waiting waiting) {

  /** Enters a phase, and looks at the worker until a condition holds or a limit is reached. */
  interface Waiting {

    /** The last status. */
    WorkerStatus await(Phase phase, Duration limit, Predicate<WorkerStatus> condition)
        throws RunException, InterruptedException;
  }

  /**
   * Waits until all are connected.
   *
   * @return where connecting is all there is to it, why it broke off; else empty
   * @throws RunException if not all of them come, or none
   */
  Optional<String> connect() throws RunException, InterruptedException {
    if (scenario.connectsOnly()) {
      return connectAsManyAsCan();
    }
    setUp(
        Phase.CONNECT,
        scenario.clients() + " clients connected",
        scenario.clients(),
        WorkerStatus::connected);
    return Optional.empty();
  }

  /** Where connecting is all there is to it, those that were refused are part of the result. */
  private Optional<String> connectAsManyAsCan() throws RunException, InterruptedException {
    Duration limit = scenario.phases().connectLimit();
    WorkerStatus status =
        waiting.await(
            Phase.CONNECT,
            limit,
            s ->
                s.settled() == scenario.clients() || s.failure().isPresent() || stop.isRequested());
    if (status.failure().isPresent()) {
      RunException first = status.failure().get();
      String why = brokerEnd.or(first.getMessage());
      if (status.connected() == 0) {
        throw new RunException(why, first);
      }
      return Optional.of(why); // what was measured until then is a result
    }
    if (status.connected() == 0) {
      String why =
          stop.isRequested()
              ? "stopped before any client was connected: nothing was measured"
              : missing.all(limit);
      throw new RunException(brokerEnd.or(why), null);
    }
    return Optional.empty();
  }

  /**
   * The first member of a shared subscription subscribes alone: some brokers create the group's
   * queue at the first one, and let two that come together race for it. So does the first
   * responder, after all who await replies.
   */
  void subscribe() throws RunException, InterruptedException {
    Topology topology = scenario.topology();
    int consumers = topology.subscribers();
    if (consumers == 0 || new StormPreparation(scenario).subscribesLater()) {
      return;
    }
    int first = topology.distribution() == Distribution.SHARED ? 1 : 0;
    if (topology.hasRequests()) {
      first = topology.consumers() + 1;
    }
    if (first > 0) {
      worker.subscribe(0, first);
      setUp(
          Phase.SUBSCRIBE,
          NumberText.counted(first, "consumer") + " subscribed",
          first,
          WorkerStatus::subscribed);
    }
    worker.subscribe(first, consumers);
    setUp(
        Phase.SUBSCRIBE,
        NumberText.count(consumers) + " consumers subscribed",
        consumers,
        WorkerStatus::subscribed);
  }

  private void setUp(Phase phase, String what, int wanted, ToIntFunction<WorkerStatus> count)
      throws RunException, InterruptedException {
    Duration limit = scenario.phases().connectLimit();
    WorkerStatus status =
        waiting.await(
            phase,
            limit,
            s -> count.applyAsInt(s) == wanted || s.failure().isPresent() || stop.isRequested());
    if (status.failure().isPresent()) {
      RunException first = status.failure().get();
      throw new RunException(brokerEnd.or(first.getMessage()), first, count.applyAsInt(status) > 0);
    }
    if (stop.isRequested()) {
      throw new RunException("stopped before there was load: nothing was measured", null);
    }
    int reached = count.applyAsInt(status);
    if (reached != wanted) {
      throw new RunException(missing.some(phase, reached, what, limit), null, reached > 0);
    }
  }
}
