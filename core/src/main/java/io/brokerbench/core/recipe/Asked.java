package io.brokerbench.core.recipe;

import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.broker.JmsProtocol;
import io.brokerbench.core.security.CipherSuite;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a request asks of the broker of a recipe.
 *
 * @param listeners that it is to have, in the order of the enumeration
 * @param cipher the only cipher suite of those over TLS; empty where none is
 * @param deliveryDelay whether it is to hold messages back for a while
 */
public record Asked(Set<Listener> listeners, Optional<CipherSuite> cipher, boolean deliveryDelay) {

  /** Copies the listeners. */
  public Asked {
    listeners = Collections.unmodifiableSet(EnumSet.copyOf(listeners));
  }

  /** What one request asks. */
  public static Asked of(Recipe recipe, BrokerRequest request) {
    EnumSet<Listener> all = EnumSet.of(recipe.firstListener());
    List<JmsProtocol> always = recipe.image().flatMap(RecipeImage::always).orElse(List.of());
    for (JmsProtocol protocol : JmsProtocol.values()) {
      if (request.needs(protocol) || always.contains(protocol)) {
        all.add(protocol.plain());
      }
    }
    Optional<CipherSuite> cipher = request.security().cipher();
    if (cipher.isPresent()) {
      boolean consumers = request.security().ofConsumers().isPresent();
      Set<Listener> protectedOnes = consumers ? EnumSet.copyOf(all) : ofItself(recipe, always);
      all.addAll(overTls(protectedOnes, cipher.get(), request.webSocket()));
    }
    if (request.webSocket()) {
      all.add(Listener.WS);
    }
    boolean delay = request.needs().contains(Capability.DELIVERY_DELAY);
    return new Asked(all, cipher, delay);
  }

  /** Those without TLS that it has in any case. */
  private static Set<Listener> ofItself(Recipe recipe, List<JmsProtocol> always) {
    EnumSet<Listener> all = EnumSet.of(recipe.firstListener());
    always.forEach(protocol -> all.add(protocol.plain()));
    return all;
  }

  private static Set<Listener> overTls(Set<Listener> plain, CipherSuite cipher, boolean webSocket) {
    if (cipher.isPsk()) {
      return EnumSet.of(Listener.MQTT_PSK);
    }
    EnumSet<Listener> all = EnumSet.noneOf(Listener.class);
    if (plain.contains(Listener.MQTT)) {
      all.add(webSocket ? Listener.WSS : Listener.MQTTS);
    }
    for (JmsProtocol protocol : JmsProtocol.values()) {
      if (plain.contains(protocol.plain())) {
        all.add(protocol.secured());
      }
    }
    return all;
  }
}
