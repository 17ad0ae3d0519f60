package io.brokerbench.core.scenario;

import io.brokerbench.core.load.LoadModel;
import java.util.Objects;

/**
 * What is sent, and when.
 *
 * @param qos of the publishers and of the subscriptions
 * @param payload what messages carry
 * @param retain whether publishers set the RETAIN flag
 * @param load when messages are sent
 * @param seed of everything random in the run
 */
public record Workload(Qos qos, PayloadSpec payload, boolean retain, LoadModel load, long seed) {

  /** Checks that all is there. */
  public Workload {
    Objects.requireNonNull(qos, "qos");
    Objects.requireNonNull(payload, "payload");
    Objects.requireNonNull(load, "load");
  }
}
