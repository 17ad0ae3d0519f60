package io.brokerbench.mqtt.tls;

import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.security.CipherSuite;
import io.netty.handler.ssl.NotSslRecordException;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Locale;
import java.util.Optional;

/**
 * Says why a handshake with certificates failed. Providers report the same failures in different
 * words, so it looks at the types of the causes first, and at names of TLS alerts in their messages
 * then.
 */
record CertificateFailures(Endpoint endpoint, CertificateContext context) {

  String why(Throwable failure, long elapsedNanos) {
    return HandshakeFailure.text(endpoint, elapsedNanos, reason(failure));
  }

  private String reason(Throwable failure) {
    if (has(failure, NotSslRecordException.class)) {
      return "what listens there does not speak TLS";
    }
    if (has(failure, CertificateExpiredException.class)) {
      return "the broker's certificate has expired (" + messageOf(failure) + ")";
    }
    if (has(failure, CertificateNotYetValidException.class)) {
      return "the broker's certificate is not valid yet (" + messageOf(failure) + ")";
    }
    if (has(failure, CertPathBuilderException.class)
        || has(failure, CertPathValidatorException.class)) {
      return "the broker's certificate is not trusted: " + messageOf(failure);
    }
    if (has(failure, CertificateException.class)) {
      return "the broker's certificate is not for " + endpoint.host() + ": " + messageOf(failure);
    }
    return alert(messageOf(failure).toLowerCase(Locale.ROOT).replace(' ', '_'))
        .orElseGet(() -> connection(failure));
  }

  private Optional<String> alert(String message) {
    if (message.contains("certificate_required")
        || message.contains("bad_certificate")
        || message.contains("unknown_ca")
        || message.contains("certificate_unknown")) {
      return Optional.of(
          context.hasClientCertificate()
              ? "the broker does not accept the clients' certificate"
              : "the broker asks for a certificate of the client");
    }
    if (message.contains("close_notify")
        || message.contains("user_canceled")
        || message.contains("internal:ssl_handshake_failure")) { // BoringSSL, of close_notify
      return Optional.of(HandshakeFailure.CLOSED);
    }
    boolean refused =
        message.contains("handshake_failure")
            || message.contains("protocol_version")
            || message.contains("unsupported_protocol")
            || message.contains("insufficient_security")
            || message.contains("wrong_cipher_returned")
            || message.contains("selected_protocol_version")
            || message.contains("no_appropriate_protocol");
    return refused ? Optional.of(refusal(message)) : Optional.empty();
  }

  /**
   * A broker that has presented its certificate had chosen version and cipher before. What it asks
   * for then is a guess, so it is made of an alert of the broker's only.
   */
  private String refusal(String message) {
    boolean alerted = message.contains("alert") && message.contains("handshake_failure");
    if (alerted && context.trust().presented() > 0 && !context.hasClientCertificate()) {
      return "the broker refused it (alert handshake_failure); it may ask for a certificate of the"
          + " client";
    }
    return context
        .cipher()
        .map(
            (CipherSuite c) ->
                "the broker does not accept %s with %s"
                    .formatted(c.version().title(), c.openSslName()))
        .orElse("the broker accepts no version and cipher of " + context.provider().title());
  }

  private static String connection(Throwable failure) {
    if (failure instanceof ClosedChannelException) {
      return HandshakeFailure.CLOSED;
    }
    if (failure instanceof IOException && messageOf(failure).contains("reset")) {
      return "the broker reset the connection";
    }
    return messageOf(failure);
  }

  private static boolean has(Throwable failure, Class<? extends Throwable> type) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (type.isInstance(cause)) {
        return true;
      }
    }
    return false;
  }

  /** Of the innermost cause that has one. */
  private static String messageOf(Throwable failure) {
    String message = failure.getClass().getSimpleName();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause.getMessage() != null) {
        message = cause.getMessage();
      }
    }
    return message.lines().findFirst().orElse(message);
  }
}
