package io.brokerbench.core.engine.worker;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.brokerbench.core.definition.ScenarioDigest;
import io.brokerbench.core.driver.EndpointConnects;
import io.brokerbench.core.engine.measure.BacklogGauge;
import io.brokerbench.core.engine.measure.IntervalSample;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.measure.SentMessages;
import io.brokerbench.core.result.DriverInfo;
import io.brokerbench.core.telemetry.ProcessPlace;
import io.brokerbench.core.telemetry.ProcessUsage;
import java.util.List;
import java.util.Optional;

/** What a forked worker sends to the rig's process, one JSON object in a line of its output. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = WorkerAnswer.Hello.class, name = "hello"),
  @JsonSubTypes.Type(value = WorkerAnswer.Opened.class, name = "opened"),
  @JsonSubTypes.Type(value = WorkerAnswer.Tick.class, name = "tick"),
  @JsonSubTypes.Type(value = WorkerAnswer.Connects.class, name = "connects"),
  @JsonSubTypes.Type(value = WorkerAnswer.Frozen.class, name = "frozen"),
  @JsonSubTypes.Type(value = WorkerAnswer.Finished.class, name = "finished"),
  @JsonSubTypes.Type(value = WorkerAnswer.Failed.class, name = "failed")
})
public sealed interface WorkerAnswer {

  /** Version of commands and answers; both sides must have the same. */
  int VERSION = 10;

  /**
   * The first answer.
   *
   * @param version {@link #VERSION}
   * @param nanos the worker's clock, read between the question and this answer
   * @param place of its process; empty from an older version
   */
  record Hello(int version, long nanos, Optional<ProcessPlace> place) implements WorkerAnswer {

    /** Lets what is missing be empty. */
    public Hello {
      place = place == null ? Optional.empty() : place;
    }
  }

  /**
   * The driver is open, and all clients are made.
   *
   * @param driver that is open
   * @param scenario {@link ScenarioDigest} of what the worker has read
   */
  record Opened(DriverInfo driver, String scenario) implements WorkerAnswer {}

  /**
   * How the worker stood at one instant. All workers of a machine look at the same instants, the
   * multiples of {@link Tick#PERIOD_NANOS} on the clock that they share.
   *
   * @param number of the period
   * @param nanos when it was really looked at
   * @param status as {@link Worker#status} returns it, with the failure apart
   * @param gcMillis that garbage collection has stopped this worker so far
   * @param failure the first thing that went wrong
   * @param usage of its process, of a worker that is followed from another machine
   */
  record Tick(
      long number,
      long nanos,
      Counts status,
      long gcMillis,
      Optional<String> failure,
      Optional<ProcessUsage> usage)
      implements WorkerAnswer {

    /** Between two looks. */
    static final long PERIOD_NANOS = 20_000_000;

    static Tick of(
        long nanos,
        WorkerStatus status,
        List<IntervalSample> intervals,
        long gcMillis,
        Optional<ProcessUsage> usage) {
      return new Tick(
          Math.floorDiv(nanos, PERIOD_NANOS),
          nanos,
          new Counts(
              status.connected(),
              status.settled(),
              status.subscribed(),
              status.away(),
              status.answered(),
              status.sent(),
              status.acknowledged(),
              status.received(),
              status.arrivals(),
              status.unanswered(),
              status.owed(),
              status.sendingDone(),
              intervals),
          gcMillis,
          status.failure().map(RunException::getMessage),
          usage);
    }
  }

  /** The parts of a {@link WorkerStatus} that mean something for a slice. */
  record Counts(
      int connected,
      int settled,
      int subscribed,
      int away,
      int answered,
      long sent,
      long acknowledged,
      long received,
      long arrivals,
      long unanswered,
      BacklogGauge.Reading owed,
      boolean sendingDone,
      List<IntervalSample> intervals) {}

  /** How far its connects have come. */
  record Connects(List<EndpointConnects> byEndpoint) implements WorkerAnswer {}

  /** Counting has stopped. */
  record Frozen(SentMessages sent) implements WorkerAnswer {}

  /** Everything that was counted and timed, and the driver, which now knows of its handshakes. */
  record Finished(WorkerResult result, DriverInfo driver) implements WorkerAnswer {}

  /** A command could not be carried out; a line for a person. */
  record Failed(String message) implements WorkerAnswer {}
}
