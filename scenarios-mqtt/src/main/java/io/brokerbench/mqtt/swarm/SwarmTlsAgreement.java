package io.brokerbench.mqtt.swarm;

import io.brokerbench.core.result.NegotiatedTls;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.mqtt.swarm.codec.MqttException;
import io.brokerbench.mqtt.tls.TlsConnector;
import io.brokerbench.mqtt.tls.TlsConnector.Agreement;
import io.netty.channel.ChannelHandler;
import java.util.Optional;

/**
 * What a driver's TLS handshakes agreed on: the first one's result, which all others are held to.
 * Safe for use by several threads.
 */
final class SwarmTlsAgreement {

  private volatile NegotiatedTls first;

  Optional<NegotiatedTls> first() {
    return Optional.ofNullable(first);
  }

  /**
   * Notes what a handshake agreed on.
   *
   * @param handler whose handshake has succeeded
   * @param asked the only suite that will do; empty for any, the same for all
   * @throws MqttException if it is not the asked one, or not the first one's
   */
  void check(ConnectRoute route, ChannelHandler handler, Optional<CipherSuite> asked)
      throws MqttException {
    TlsConnector tls = route.tls();
    Agreement agreed = tls.agreement(handler);
    if (asked.isPresent()) {
      CipherSuite suite = asked.get();
      refuseOther(route, agreed, suite.version().title(), suite.ianaName(), "was asked for");
    }
    NegotiatedTls known = first;
    if (known == null) {
      known = note(tls.describe(handler));
    }
    refuseOther(route, agreed, known.protocol(), known.cipher(), "other connections have");
  }

  private synchronized NegotiatedTls note(NegotiatedTls negotiated) {
    if (first == null) {
      first = negotiated;
    }
    return first;
  }

  private static void refuseOther(
      ConnectRoute route, Agreement agreed, String protocol, String cipher, String why)
      throws MqttException {
    if (!agreed.protocol().equals(protocol) || !agreed.cipher().equals(cipher)) {
      throw new MqttException(
          "%s chose %s with %s, where %s with %s %s"
              .formatted(route.name(), agreed.protocol(), agreed.cipher(), protocol, cipher, why));
    }
  }
}
