package io.brokerbench.kit;

import com.hivemq.client.mqtt.MqttClientSslConfig;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.security.Access;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.TrustedCertificates;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/** TLS of the kit's clients, by Java's own implementation. */
final class KitTls {

  private static final String[] VERSIONS = {"TLSv1.2", "TLSv1.3"};
  private static final int PATIENCE_MILLIS = 30_000;

  private final TrustManagerFactory trust;

  /** Trusts what clients of the broker are meant to trust. */
  KitTls(Access access) {
    trust = TrustedCertificates.of(Optional.of(access.trust().orElseThrow()));
  }

  /** What trusts the broker, and no other server. */
  SSLContext context() throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  /** For a client that takes one suite, and checks that the certificate is for the host. */
  MqttClientSslConfig accepting(CipherSuite cipher) {
    return MqttClientSslConfig.builder()
        .trustManagerFactory(trust)
        .cipherSuites(List.of(cipher.ianaName()))
        .protocols(List.of(cipher.version().title()))
        .build();
  }

  /**
   * The suite that the broker chooses of all that Java has but one.
   *
   * @param without not offered
   * @throws javax.net.ssl.SSLException if the broker takes none of them
   */
  String chosenOfAllBut(String without, Endpoint endpoint)
      throws GeneralSecurityException, IOException {
    SSLContext context = context();
    try (SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket(endpoint.host(), endpoint.port())) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      SSLParameters parameters = context.getDefaultSSLParameters();
      parameters.setProtocols(VERSIONS);
      parameters.setCipherSuites(
          Arrays.stream(parameters.getCipherSuites())
              .filter(suite -> !suite.equals(without))
              .toArray(String[]::new));
      socket.setSSLParameters(parameters);
      socket.startHandshake();
      return socket.getSession().getCipherSuite();
    }
  }
}
