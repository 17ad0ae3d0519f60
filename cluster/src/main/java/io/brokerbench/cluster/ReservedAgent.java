package io.brokerbench.cluster;

import io.brokerbench.core.cluster.AgentOffer;
import io.brokerbench.core.engine.assignment.PooledAgent;
import io.brokerbench.core.engine.assignment.WorkerCapacity;
import org.infinispan.remoting.transport.Address;

/**
 * An agent that works for us.
 *
 * @param address in the cluster
 * @param machine that it runs on
 * @param offer what it can carry
 */
record ReservedAgent(Address address, MemberHost machine, AgentOffer offer) {

  /** As people read it. */
  String title() {
    return "agent " + offer.name() + " (" + machine.host() + ")";
  }

  /**
   * As the rig sees it.
   *
   * @param calibrated whether all agents are, so that their rates can be compared
   */
  PooledAgent member(boolean calibrated, MemberHost here) {
    double weight = calibrated ? offer.perSecond().orElseThrow() / 1_000 : offer.cores();
    return new PooledAgent(
        offer.name(),
        machine.host(),
        machine.identity().equals(here.identity()),
        offer.cores(),
        new WorkerCapacity((int) Math.max(1, Math.round(weight)), offer.mostClients()),
        offer.ports(),
        offer.sources());
  }
}
