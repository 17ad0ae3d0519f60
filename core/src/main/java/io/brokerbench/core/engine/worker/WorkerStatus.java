package io.brokerbench.core.engine.worker;

import io.brokerbench.core.engine.measure.BacklogGauge;
import io.brokerbench.core.engine.measure.IntervalSample;
import io.brokerbench.core.engine.measure.RunException;
import java.util.List;
import java.util.Optional;

/**
 * How a worker stands.
 *
 * @param connected clients connected now
 * @param settled clients that were accepted or refused at their first connect
 * @param subscribed consumers that were granted their subscription
 * @param away consumers that left as asked and are not back
 * @param answered clients whose last probe the broker has answered
 * @param sent messages sent so far
 * @param acknowledged acknowledgements so far
 * @param received distinct deliveries so far
 * @param arrivals messages and requests that came so far, repeated and damaged ones too
 * @param unanswered acknowledgements and releases that clients wait for; 0 while messages fall due
 * @param owed deliveries owed and not made
 * @param sendingDone whether everything due was sent and acknowledged
 * @param gcMillis that garbage collection has stopped other JVMs than this one, added up
 * @param newIntervals seconds that were closed since the status was last asked for
 * @param failure the first thing that went wrong
 */
public record WorkerStatus(
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
    long gcMillis,
    List<IntervalSample> newIntervals,
    Optional<RunException> failure) {

  /** Deliveries owed and not made, to whomever; never negative. */
  public long backlog() {
    return owed.ofAll();
  }
}
