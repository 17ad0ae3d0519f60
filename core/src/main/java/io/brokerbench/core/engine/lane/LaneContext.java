package io.brokerbench.core.engine.lane;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.base.RunNonces;
import io.brokerbench.core.engine.assignment.ClientIds;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import java.util.Optional;

/**
 * What all parts of a worker share.
 *
 * @param scenario that is run
 * @param nonce of the run, in the checksum of each message
 * @param precisionNanos shortest time between two turns of a lane
 * @param connectWindow connects of one lane that are under way at a time, where there is no rate
 * @param clock of the run
 * @param reconnects whether a connection that breaks during the run is made again; else it ends the
 *     run
 * @param timed publishers whose messages are timed from the send on; empty for all
 * @param beside nonces of all runs on the same broker; empty for one that is alone there
 * @param share of all deliveries that a lane gets which has consumers
 */
public record LaneContext(
    Scenario scenario,
    long nonce,
    long precisionNanos,
    int connectWindow,
    NanoClock clock,
    boolean reconnects,
    Optional<ClientIds> timed,
    Optional<RunNonces> beside,
    double share) {

  /** For a run in which no connection may break. */
  public LaneContext(
      Scenario scenario, long nonce, long precisionNanos, int connectWindow, NanoClock clock) {
    this(
        scenario,
        nonce,
        precisionNanos,
        connectWindow,
        clock,
        false,
        Optional.empty(),
        Optional.empty(),
        1);
  }

  /** Whether consumers' sessions outlive their connections. */
  boolean consumersPersist() {
    return scenario.session().persistent() || publishersPersist();
  }

  /** Whether publishers' sessions do, so that what is under way is finished after a reconnect. */
  boolean publishersPersist() {
    return reconnects && scenario.resumesSessions();
  }

  /** Whether the broker owes an acknowledgement for each message. */
  public boolean acknowledges() {
    return scenario.workload().qos() != Qos.AT_MOST_ONCE;
  }
}
