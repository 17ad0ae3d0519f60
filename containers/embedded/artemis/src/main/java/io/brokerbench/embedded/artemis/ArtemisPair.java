package io.brokerbench.embedded.artemis;

import io.brokerbench.embedded.LaunchOptions;
import io.brokerbench.embedded.PairOptions;
import java.util.List;
import java.util.Map;
import org.apache.activemq.artemis.core.config.ClusterConnectionConfiguration;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.HAPolicyConfiguration;
import org.apache.activemq.artemis.core.config.ha.DistributedLockManagerConfiguration;
import org.apache.activemq.artemis.core.config.ha.ReplicationBackupPolicyConfiguration;
import org.apache.activemq.artemis.core.config.ha.ReplicationPrimaryPolicyConfiguration;
import org.apache.activemq.artemis.core.server.cluster.impl.MessageLoadBalancingType;

/**
 * What makes two brokers a pair that replicates: journals of their own, a connection to each other,
 * and one lock that says which of them may be active, so that there never are two. docs/brokers.md
 * says why for each setting.
 */
final class ArtemisPair {

  private static final String SELF = "self";
  private static final String PEER = "peer";
  private static final int CONNECT_RETRY_MILLIS = 100;

  private ArtemisPair() {}

  static void add(Configuration configuration, LaunchOptions options, PairOptions pair)
      throws Exception {
    configuration
        .setHAPolicyConfiguration(policy(pair))
        .setClusterUser("brokerbench")
        .setClusterPassword("brokerbench")
        .addAcceptorConfiguration("cluster", uri(options, pair.port()) + "?protocols=CORE")
        .addConnectorConfiguration(SELF, uri(options, pair.reachedAt()))
        .addConnectorConfiguration(PEER, uri(options, pair.peerPort()))
        .addClusterConfiguration(
            new ClusterConnectionConfiguration()
                .setName("pair")
                .setConnectorName(SELF)
                .setStaticConnectors(List.of(PEER))
                .setRetryInterval(CONNECT_RETRY_MILLIS)
                .setMessageLoadBalancingType(MessageLoadBalancingType.OFF));
  }

  private static HAPolicyConfiguration policy(PairOptions pair) {
    DistributedLockManagerConfiguration locks =
        new DistributedLockManagerConfiguration(
            FileLockManager.class.getName(),
            Map.of(FileLockManager.FOLDER, pair.shared().toString()));
    return pair.primary()
        ? ReplicationPrimaryPolicyConfiguration.withDefault()
            .setDistributedManagerConfiguration(locks)
        : ReplicationBackupPolicyConfiguration.withDefault()
            .setDistributedManagerConfiguration(locks)
            .setAllowFailBack(false); // a second outage, when the primary has come back
  }

  private static String uri(LaunchOptions options, int port) {
    return "tcp://%s:%d".formatted(options.host(), port);
  }
}
