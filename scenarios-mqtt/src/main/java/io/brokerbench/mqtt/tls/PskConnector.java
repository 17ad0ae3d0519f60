package io.brokerbench.mqtt.tls;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.result.NegotiatedTls;
import io.brokerbench.core.security.Access.PreSharedKey;
import io.brokerbench.core.security.CipherSuite;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelHandler;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import org.bouncycastle.tls.AlertDescription;
import org.bouncycastle.tls.BasicTlsPSKIdentity;
import org.bouncycastle.tls.TlsFatalAlertReceived;
import org.bouncycastle.tls.crypto.impl.bc.BcTlsCrypto;

/**
 * TLS with a pre-shared key to one endpoint, by Bouncy Castle's protocol and ciphers: the JDK's
 * take half as long again for a handshake.
 */
final class PskConnector implements TlsConnector {

  private static final CipherSuite CIPHER = CipherSuite.PSK_AES256_CBC;

  private final Endpoint endpoint;
  private final PreSharedKey psk;
  private final BcTlsCrypto crypto;

  /**
   * For an endpoint that asks for a key.
   *
   * @param crypto that connectors share
   * @throws DefinitionException if there is no key
   */
  PskConnector(Endpoint endpoint, Optional<PreSharedKey> psk, BcTlsCrypto crypto) {
    this.endpoint = endpoint;
    this.psk =
        psk.orElseThrow(
            () ->
                new DefinitionException(
                    endpoint.uri() + " needs a pre-shared key, and there is none"));
    this.crypto = crypto;
  }

  @Override
  public ChannelHandler newHandler(ByteBufAllocator allocator) {
    byte[] identity = psk.identity().getBytes(StandardCharsets.UTF_8);
    return new PskHandler(new PskClient(crypto, new BasicTlsPSKIdentity(identity, psk.key())));
  }

  /** The client offers one version and one suite, and ends the handshake at any other. */
  @Override
  public Agreement agreement(ChannelHandler handler) {
    return new Agreement(CIPHER.version().title(), CIPHER.ianaName());
  }

  @Override
  public NegotiatedTls describe(ChannelHandler handler) {
    return new NegotiatedTls(CIPHER.version().title(), CIPHER.ianaName(), 0, "Bouncy Castle");
  }

  @Override
  public String why(Throwable failure, long elapsedNanos) {
    return HandshakeFailure.text(endpoint, elapsedNanos, reason(failure));
  }

  private String reason(Throwable failure) {
    if (failure instanceof TlsFatalAlertReceived alert) {
      return ofAlert(alert.getAlertDescription());
    }
    if (failure instanceof ClosedChannelException) {
      return HandshakeFailure.CLOSED;
    }
    return failure.getMessage() == null
        ? failure.getClass().getSimpleName()
        : failure.getMessage().lines().findFirst().orElse("");
  }

  /**
   * A wrong key shows when the broker cannot read the client's first protected record; which alert
   * it answers with differs.
   */
  private String ofAlert(short alert) {
    String name = AlertDescription.getName(alert).toLowerCase(Locale.ROOT);
    return switch (alert) {
      case AlertDescription.unknown_psk_identity ->
          "the broker knows no pre-shared key for the identity %s (alert %s)"
              .formatted(psk.identity(), name);
      case AlertDescription.bad_record_mac,
          AlertDescription.decrypt_error,
          AlertDescription.decryption_failed ->
          "the broker has another pre-shared key for the identity %s (alert %s)"
              .formatted(psk.identity(), name);
      case AlertDescription.handshake_failure,
          AlertDescription.protocol_version,
          AlertDescription.insufficient_security ->
          "the broker does not accept %s with %s (alert %s)"
              .formatted(CIPHER.version().title(), CIPHER.openSslName(), name);
      default ->
          "the broker refused the pre-shared key of the identity %s (alert %s)"
              .formatted(psk.identity(), name);
    };
  }
}
