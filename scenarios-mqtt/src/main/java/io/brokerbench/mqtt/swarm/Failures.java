package io.brokerbench.mqtt.swarm;

import io.netty.handler.codec.CodecException;
import io.netty.handler.codec.DecoderException;
import java.io.IOException;
import java.nio.channels.UnresolvedAddressException;
import javax.net.ssl.SSLException;

/** Puts what went wrong with a channel into words for a person. */
final class Failures {

  private Failures() {}

  /** Why TCP was not connected. */
  static MqttException ofConnect(Route route, Throwable failure) {
    String from =
        route.local() == null ? "" : " (from " + route.local().getAddress().getHostAddress() + ")";
    return new MqttException(route.name() + ": " + plain(failure) + from, failure);
  }

  private static String plain(Throwable failure) {
    if (failure instanceof UnresolvedAddressException) {
      return "unknown host";
    }
    String message = String.valueOf(failure.getMessage());
    return message.contains("Connection refused") ? "connection refused" : message;
  }

  /**
   * Why a connection broke. What a listener throws is no fault of the connection, and stays as it
   * is.
   *
   * @param accepted whether the broker has sent its CONNACK: with TLS 1.3, it may refuse a client's
   *     certificate when the client takes the handshake for done
   */
  static Throwable ofConnection(Route route, Throwable error, boolean accepted) {
    Throwable failure =
        error instanceof DecoderException && error.getCause() != null ? error.getCause() : error;
    if (!accepted && failure instanceof SSLException && route.tls() != null) {
      return new MqttException(route.tls().why(failure), failure);
    }
    if (failure instanceof MqttViolation) {
      return failure;
    }
    return failure instanceof IOException || failure instanceof CodecException
        ? new MqttException("the connection broke: " + failure.getMessage(), failure)
        : failure;
  }
}
