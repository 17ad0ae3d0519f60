package io.brokerbench.cluster;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.cluster.AgentOffer;
import io.brokerbench.core.cluster.BuildVersion;
import io.brokerbench.core.cluster.ClusterProvider;
import io.brokerbench.core.cluster.ClusterSettings;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.worker.AgentPool;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/** Clusters through Infinispan and JGroups. */
public final class InfinispanCluster implements ClusterProvider {

  private final String version;

  /** Of this build. */
  public InfinispanCluster() {
    this(BuildVersion.current());
  }

  /** That says it is of another version. */
  InfinispanCluster(String version) {
    this.version = version;
  }

  @Override
  public AgentHandle serve(ClusterSettings settings, AgentOffer offer, Consumer<String> notes)
      throws RunException {
    return Agent.serve(settings, offer, MemberHost.here(), NanoClock.SYSTEM, notes);
  }

  @Override
  public AgentPool reserve(ClusterSettings settings, Order order, Consumer<String> notes)
      throws RunException, InterruptedException {
    MemberHost here = MemberHost.here();
    String by = here.host() + " (pid " + ProcessHandle.current().pid() + ")";
    Request.Reserve contract = new Request.Reserve(UUID.randomUUID().toString(), by);
    ClusterNode node = ClusterNode.join(settings, "coordinator", text -> describe(here));
    boolean reserved = false;
    try {
      List<ReservedAgent> agents =
          new AgentReservation(node, contract, version, NanoClock.SYSTEM, notes)
              .reserve(settings.name(), order);
      AgentPool agentPool =
          new ReservedAgentPool(node, contract, agents, order.timedWithin(), NanoClock.SYSTEM);
      reserved = true;
      return agentPool;
    } finally {
      if (!reserved) {
        node.close();
      }
    }
  }

  /** Whatever it is asked: it is none that works for others. */
  private String describe(MemberHost here) {
    return MemberMessageCodec.write(
        new Reply.Description(Reply.VERSION, version, here, Optional.empty(), Optional.empty()));
  }
}
