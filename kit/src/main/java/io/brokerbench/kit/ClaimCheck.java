package io.brokerbench.kit;

import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.Capability;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.Optional;

/**
 * One proof.
 *
 * @param claim that it is about; empty where it is about each broker
 * @param name what a broker does that passes, as a sentence
 * @param proof makes it
 */
public record ClaimCheck(Optional<Capability> claim, String name, Proof proof) {

  /** Of a capability. */
  ClaimCheck(Capability claim, String name, Proof proof) {
    this(Optional.of(claim), name, proof);
  }

  /** Of each broker. */
  ClaimCheck(String name, Proof proof) {
    this(Optional.empty(), name, proof);
  }

  /** What is done to see it. */
  @FunctionalInterface
  public interface Proof {

    /**
     * Returns where the broker keeps the claim, and throws anything where it does not: a {@link
     * BrokenClaimException}, or what a client library throws.
     */
    void run() throws BrokerException, InterruptedException, IOException, GeneralSecurityException;
  }

  /** Its name, as tests show it. */
  @Override
  public String toString() {
    return name;
  }
}
