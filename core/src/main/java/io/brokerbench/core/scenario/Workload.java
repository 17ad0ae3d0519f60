package io.brokerbench.core.scenario;

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

  /** The same with payloads of another kind. */
  public Workload withPayload(PayloadSpec other) {
    return new Workload(qos, other, retain, load, seed);
  }

  /** The same at other times. */
  public Workload withLoad(LoadModel other) {
    return new Workload(qos, payload, retain, other, seed);
  }

  /** The same with another seed. */
  public Workload withSeed(long other) {
    return new Workload(qos, payload, retain, load, other);
  }
}
