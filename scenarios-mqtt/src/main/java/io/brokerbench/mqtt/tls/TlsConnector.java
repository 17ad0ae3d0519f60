package io.brokerbench.mqtt.tls;

import io.brokerbench.core.result.NegotiatedTls;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelHandler;

/**
 * Makes the TLS connections of one endpoint. Safe for use by several threads; the handlers that it
 * makes belong to their channels' threads.
 */
public interface TlsConnector {

  /**
   * A new handler for the head of a channel's pipeline. It begins the handshake when the channel
   * becomes active, and fires an {@link io.netty.handler.ssl.SslHandshakeCompletionEvent} when that
   * has ended. It sets no timer: whoever connects has the limit.
   */
  ChannelHandler newHandler(ByteBufAllocator allocator);

  /** What the handshake of a handler agreed on; to be asked after it has succeeded. */
  Agreement agreement(ChannelHandler handler);

  /**
   * Whether the handshake of a handler has resumed an earlier session; to be asked once after it
   * has succeeded. Always false where connections offer none.
   */
  default boolean resumed(ChannelHandler handler) {
    return false;
  }

  /** The same with the broker's key and our provider, which takes longer to find out. */
  NegotiatedTls describe(ChannelHandler handler);

  /**
   * Why a handshake failed, in one line for a person that names host and port.
   *
   * @param elapsedNanos since TCP was connected
   */
  String why(Throwable failure, long elapsedNanos);

  /**
   * What a handshake agreed on.
   *
   * @param protocol version of TLS, such as {@code TLSv1.2}
   * @param cipher cipher suite by its name in the registry of TLS parameters
   */
  record Agreement(String protocol, String cipher) {

    private static final String NONE = "NONE";

    /**
     * Whether nothing was agreed on. The JDK reports a handshake that the other side ended in an
     * orderly way as one that has succeeded.
     */
    public boolean isNone() {
      return protocol.equals(NONE);
    }
  }
}
