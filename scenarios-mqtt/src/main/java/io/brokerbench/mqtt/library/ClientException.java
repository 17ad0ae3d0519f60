package io.brokerbench.mqtt.library;

import io.brokerbench.core.base.RootCause;
import java.io.EOFException;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateExpiredException;
import javax.net.ssl.SSLException;

/** A connection that failed, was refused or ended. The message is for a person. */
public final class ClientException extends IOException {

  private static final long serialVersionUID = 1L;

  /** With the message of one line. */
  public ClientException(String message) {
    super(message);
  }

  /** With the library's own exception. */
  public ClientException(String message, Throwable cause) {
    super(message, cause);
  }

  /** The innermost reason in words: libraries wrap what happened several times. */
  public static String reason(Throwable failure) {
    Throwable innermost = RootCause.of(failure);
    if (innermost instanceof EOFException) {
      return "the broker closed the connection";
    }
    String message = innermost.getMessage();
    if (innermost instanceof CertificateExpiredException) {
      return "the broker's certificate has expired (" + message + ")";
    }
    if (innermost instanceof GeneralSecurityException) {
      return "the broker's certificate is not trusted (" + message + ")";
    }
    if (innermost instanceof SSLException) {
      return "TLS failed: " + message;
    }
    return RootCause.text(innermost);
  }

  /** Made once for each failed connection, hundreds of times when a broker dies. */
  @Override
  public Throwable fillInStackTrace() {
    return this;
  }
}
