package io.brokerbench.testkit;

import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** What a {@link io.brokerbench.testkit.broker.FaultyBroker} can do. */
public final class FaultyClaims {

  /** Each of them. */
  public static final Set<Capability> PLAIN =
      Set.of(
          Capability.MQTT_3_1_1,
          Capability.MQTT_5,
          Capability.QOS_2,
          Capability.QOS_2_REPEATED,
          Capability.RETAINED_MESSAGES,
          Capability.RETAINED_BY_WILDCARD,
          Capability.SHARED_SUBSCRIPTIONS,
          Capability.PERSISTENT_SESSIONS);

  private FaultyClaims() {}

  /** One with these listeners, of which some may have TLS or WebSockets. */
  public static Set<Capability> of(List<Endpoint> endpoints) {
    Set<Capability> claims = EnumSet.copyOf(PLAIN);
    if (endpoints.stream().anyMatch(endpoint -> endpoint.listener().isSecured())) {
      claims.add(Capability.TLS);
    }
    if (endpoints.stream().anyMatch(endpoint -> endpoint.listener().isWebSocket())) {
      claims.add(Capability.WEBSOCKET);
    }
    return claims;
  }
}
