package io.brokerbench.mqtt.swarm;

import io.brokerbench.mqtt.swarm.codec.MqttException;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.websocketx.WebSocketClientHandshaker;
import io.netty.handler.codec.http.websocketx.WebSocketClientHandshakerFactory;
import io.netty.handler.codec.http.websocketx.WebSocketHandshakeException;
import io.netty.handler.codec.http.websocketx.WebSocketVersion;
import io.netty.util.ReferenceCountUtil;
import java.net.URI;

/** Asks the broker to turn HTTP into a WebSocket (RFC 6455, 4) that carries MQTT. */
@SuppressWarnings("FutureReturnValueIgnored") // failures report by the channel's events
final class WebSocketOpening extends ChannelInboundHandlerAdapter {

  private static final String SUBPROTOCOL = "mqtt";

  /** Of a broker's answer. */
  private static final int MOST_HTTP_BYTES = 64 * 1024;

  /** Of a frame besides the longest packet: a frame may hold more than one. */
  private static final int MORE_FRAME_BYTES = 16 << 20;

  private final ConnectRoute route;
  private final SwarmConnection connection;
  private final WebSocketClientHandshaker handshaker;
  private final long tcpNanos;
  private final long securedNanos;

  private WebSocketOpening(
      ConnectRoute route, SwarmConnection connection, long tcpNanos, long securedNanos) {
    this.route = route;
    this.connection = connection;
    this.tcpNanos = tcpNanos;
    this.securedNanos = securedNanos;
    this.handshaker =
        WebSocketClientHandshakerFactory.newHandshaker(
            URI.create(route.endpoint().uri()),
            WebSocketVersion.V13,
            SUBPROTOCOL,
            false,
            new DefaultHttpHeaders(),
            connection.largestPacketBytes() + MORE_FRAME_BYTES);
  }

  /** Begins, in place of the handler of a context. */
  static void begin(
      ChannelHandlerContext context,
      ConnectRoute route,
      SwarmConnection connection,
      long tcpNanos,
      long securedNanos) {
    ChannelPipeline pipeline = context.pipeline();
    WebSocketOpening opening = new WebSocketOpening(route, connection, tcpNanos, securedNanos);
    String before = context.name();
    pipeline.addBefore(before, null, new HttpClientCodec());
    pipeline.addBefore(before, null, new HttpObjectAggregator(MOST_HTTP_BYTES));
    pipeline.replace(context.handler(), "websocket-opening", opening);
    opening.handshaker.handshake(context.channel());
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    try {
      if (message instanceof FullHttpResponse response) {
        answered(context, response);
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void answered(ChannelHandlerContext context, FullHttpResponse response) {
    if (!response.status().equals(HttpResponseStatus.SWITCHING_PROTOCOLS)) {
      connection.exceptionCaught(
          context,
          new MqttException(
              "%s refused the WebSocket: %s".formatted(route.endpoint().uri(), response.status())));
      return;
    }
    try {
      handshaker.finishHandshake(context.channel(), response);
    } catch (WebSocketHandshakeException e) {
      connection.exceptionCaught(
          context,
          new MqttException(
              "%s did not agree to MQTT over WebSocket: %s"
                  .formatted(route.endpoint().uri(), e.getMessage()),
              e));
      return;
    }
    context.pipeline().replace(this, "websocket-frames", new WebSocketFrames());
    connection.opened(context, tcpNanos, securedNanos);
  }
}
