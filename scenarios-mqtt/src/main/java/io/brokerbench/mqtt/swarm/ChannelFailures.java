package io.brokerbench.mqtt.swarm;

import io.brokerbench.core.base.RootCause;
import io.brokerbench.mqtt.swarm.codec.MqttException;
import io.netty.handler.codec.CodecException;
import io.netty.handler.codec.DecoderException;
import java.io.IOException;
import java.nio.channels.UnresolvedAddressException;
import javax.net.ssl.SSLException;

/** Puts what went wrong with a channel into words for a person. */
final class ChannelFailures {

  private static final long SECOND = 1_000_000_000L;

  private ChannelFailures() {}

  /** Why TCP was not connected. */
  static MqttException ofConnect(ConnectRoute route, Throwable failure) {
    String from =
        route.local() == null ? "" : " (from " + route.local().getAddress().getHostAddress() + ")";
    return new MqttException(route.name() + ": " + plain(failure) + from, failure);
  }

  private static String plain(Throwable failure) {
    return failure instanceof UnresolvedAddressException ? "unknown host" : RootCause.text(failure);
  }

  /**
   * Why a connection broke. What is said of it already stays as it is, and so does what a listener
   * throws, which is no fault of the connection. With TLS 1.3, a broker may refuse a client's
   * certificate when the client takes the handshake for done.
   *
   * @param openingNanos since TCP was connected, while the broker has not sent its CONNACK; else
   *     negative
   */
  static Throwable ofConnection(ConnectRoute route, Throwable error, long openingNanos) {
    Throwable failure =
        error instanceof DecoderException && error.getCause() != null ? error.getCause() : error;
    boolean opening = openingNanos >= 0;
    if (opening && failure instanceof SSLException && route.tls() != null) {
      return new MqttException(route.tls().why(failure, openingNanos), failure);
    }
    boolean said = failure instanceof MqttException;
    if (said || !(failure instanceof IOException || failure instanceof CodecException)) {
      return failure;
    }
    return new MqttException(
        opening && failure instanceof IOException
            ? "%s: the connection broke before CONNACK%s: %s"
                .formatted(route.name(), after(openingNanos), failure.getMessage())
            : "the connection broke: " + failure.getMessage(),
        failure);
  }

  /**
   * A connection that the broker closed.
   *
   * @param openingNanos as above
   */
  static MqttException ofClose(ConnectRoute route, long openingNanos) {
    return new MqttException(
        openingNanos < 0
            ? route.name() + " closed the connection"
            : route.name() + " closed the connection before CONNACK" + after(openingNanos));
  }

  /** The broker said nothing in a keep-alive interval, and had been asked to. */
  static MqttException ofSilence(int seconds) {
    return new MqttException(
        "nothing came from the broker within %d s, and no answer to a ping".formatted(seconds));
  }

  /** In whole seconds, from one on: connections that fail alike are counted together. */
  private static String after(long nanos) {
    return nanos < SECOND ? "" : ", after " + Math.round(nanos / (double) SECOND) + " s";
  }
}
