package io.brokerbench.core.engine.stage;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.engine.worker.WorkerStatus;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import java.util.Optional;

/** What has to be done before a storm begins, in the warm-up. */
final class StormPreparation {

  private final boolean storm;
  private final boolean acknowledges;
  private final long messages;

  StormPreparation(Scenario scenario) {
    this.storm = scenario.stormOfMessages().filter(kind -> !kind.kind().isOfWills()).isPresent();
    this.acknowledges = scenario.workload().qos() != Qos.AT_MOST_ONCE;
    this.messages =
        scenario
            .stormOfMessages()
            .map(kind -> kind.messagesOfEach() * scenario.topology().publishers())
            .orElse(0L);
  }

  /** Whether consumers subscribe in the steady state, and not before the load. */
  boolean subscribesLater() {
    return storm;
  }

  /** What the broker does not have yet; empty if nothing is missing, and without a storm. */
  Optional<String> missing(WorkerStatus status) {
    long taken = acknowledges ? status.acknowledged() : status.sent();
    return !storm || taken == messages
        ? Optional.empty()
        : Optional.of(
            NumberText.sentence(
                "the broker had taken over %s of %s retained messages when the subscribers were to"
                    + " come (raise phases.warmUp, or lower the rate)",
                taken, messages));
  }
}
