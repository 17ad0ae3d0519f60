package io.brokerbench.containers.remote;

import io.brokerbench.containers.AmqpProbe;
import io.brokerbench.containers.MqttProbe;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.security.Access;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** Asks whether a listener of a broker that others run answers. */
final class RemoteProbe {

  private static final String HTTP = "HTTP/";

  private RemoteProbe() {}

  /**
   * Asks a plain listener of MQTT with a CONNECT, one of AMQP with an open, one of TLS with a
   * handshake, and the others with a TCP connection. Whether those speak their protocol shows when
   * clients connect, with what they need for it.
   *
   * @throws BrokerException if it does not answer, or refuses
   */
  static void ask(Endpoint endpoint, Access access, Duration timeout) throws BrokerException {
    try {
      if (endpoint.listener() != Listener.MQTT) {
        askAnother(endpoint, timeout);
        return;
      }
      int code = MqttProbe.connect(endpoint.host(), endpoint.port(), timeout, access.login());
      if (code > 0 && !MqttProbe.isOfAnotherVersion(code)) { // less is no code: the driver says why
        throw new BrokerException("%s: %s".formatted(endpoint, refusal(code, access)));
      }
    } catch (IOException e) {
      String what = endpoint.listener().isJms() ? "a JMS broker" : "an MQTT broker";
      throw new BrokerException(
          "%s: cannot reach %s: %s".formatted(endpoint, what, e.getMessage()), e);
    }
  }

  private static void askAnother(Endpoint endpoint, Duration timeout) throws IOException {
    switch (endpoint.listener()) {
      case AMQP -> AmqpProbe.connect(endpoint.host(), endpoint.port(), timeout);
      case MQTTS, WSS, AMQPS, OPENWIRES, CORES, JMSS -> shakeHands(endpoint, timeout);
      case WS -> upgrade(endpoint, timeout);
      default -> MqttProbe.reach(endpoint.host(), endpoint.port(), timeout);
    }
  }

  /**
   * Nothing is sent behind the handshake, whoever it is. One that ends it has answered as well: by
   * an alert, as it wants a cipher suite that this Java does not offer, or once it has shown its
   * certificate, as it wants one of the client's.
   */
  private static void shakeHands(Endpoint endpoint, Duration timeout) throws IOException {
    Anyone anyone = new Anyone();
    try (Socket plain = MqttProbe.open(endpoint.host(), endpoint.port(), timeout);
        SSLSocket socket =
            (SSLSocket)
                anyone
                    .context()
                    .getSocketFactory()
                    .createSocket(plain, endpoint.host(), endpoint.port(), true)) {
      socket.startHandshake();
    } catch (IOException e) {
      boolean alert = e instanceof SSLHandshakeException && !(e.getCause() instanceof IOException);
      if (!anyone.answered && !alert) {
        throw e instanceof ConnectException
            ? e
            : new IOException("it does not answer TLS: " + e.getMessage(), e);
      }
    }
  }

  /** RFC 6455, section 4.1; any answer of HTTP is one. */
  private static void upgrade(Endpoint endpoint, Duration timeout) throws IOException {
    String request =
        """
        GET %s HTTP/1.1
        Host: %s:%d
        Upgrade: websocket
        Connection: Upgrade
        Sec-WebSocket-Key: YnJva2VyYmVuY2ggcHJvYg==
        Sec-WebSocket-Version: 13
        Sec-WebSocket-Protocol: mqtt

        """
            .formatted(endpoint.path(), endpoint.host(), endpoint.port())
            .replace("\n", "\r\n");
    try (Socket socket = MqttProbe.open(endpoint.host(), endpoint.port(), timeout)) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      byte[] answer = socket.getInputStream().readNBytes(HTTP.length());
      if (!new String(answer, StandardCharsets.US_ASCII).equals(HTTP)) {
        throw new IOException("it does not answer HTTP");
      }
    }
  }

  /** MQTT 3.1.1, section 3.2.2.3. */
  private static String refusal(int code, Access access) {
    String whom =
        access.login().map(login -> "user " + login.user()).orElse("clients without a user");
    return switch (code) {
      case 3 -> "it says that it is unavailable (return code 3)";
      case 4, 5 -> "it refuses %s (return code %d)".formatted(whom, code);
      default -> "it refuses connections (return code %d)".formatted(code);
    };
  }

  /** Trusts each server that answers, as the question is whether one does. */
  private static final class Anyone extends X509ExtendedTrustManager {

    private boolean answered;

    SSLContext context() {
      try {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {this}, null);
        return context;
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("each Java has TLS", e);
      }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {
      answered = true;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
