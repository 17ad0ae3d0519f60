package io.brokerbench.testkit.broker;

import io.brokerbench.core.broker.Endpoint;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.MessageToMessageCodec;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import io.netty.handler.ssl.SslContext;
import java.util.ArrayList;
import java.util.List;

/**
 * The protocol layers between TCP and MQTT on a listener.
 *
 * @param tls null for none
 * @param path of the WebSocket; empty for none
 */
record TransportLayers(SslContext tls, String path) {

  private static final int MOST_HTTP_BYTES = 64 << 10;
  private static final int MOST_FRAME_BYTES = 64 << 20;

  /** MQTT on TCP. */
  static final TransportLayers NONE = new TransportLayers(null, "");

  Endpoint.Listener kind() {
    if (path.isEmpty()) {
      return tls == null ? Endpoint.Listener.MQTT : Endpoint.Listener.MQTTS;
    }
    return tls == null ? Endpoint.Listener.WS : Endpoint.Listener.WSS;
  }

  void addTo(Channel channel) {
    ChannelPipeline pipeline = channel.pipeline();
    if (tls != null) {
      pipeline.addLast(tls.newHandler(channel.alloc()));
    }
    if (!path.isEmpty()) {
      pipeline.addLast(
          new HttpServerCodec(),
          new HttpObjectAggregator(MOST_HTTP_BYTES),
          new WebSocketServerProtocolHandler(path, "mqtt", false, MOST_FRAME_BYTES),
          new Frames());
    }
  }

  /** A packet in a frame; from the client, any bytes in a frame. */
  private static final class Frames extends MessageToMessageCodec<WebSocketFrame, ByteBuf> {

    Frames() {
      super(WebSocketFrame.class, ByteBuf.class);
    }

    @Override
    protected void encode(ChannelHandlerContext context, ByteBuf packet, List<Object> out) {
      out.add(new BinaryWebSocketFrame(packet.retain()));
    }

    @Override
    protected void decode(ChannelHandlerContext context, WebSocketFrame frame, List<Object> out) {
      if (frame instanceof BinaryWebSocketFrame || frame instanceof ContinuationWebSocketFrame) {
        out.add(frame.content().retain());
      }
    }
  }

  /**
   * The kinds of listeners beside the plain one.
   *
   * @param tls null for none
   * @param webSocketPath empty for none
   */
  static List<TransportLayers> further(SslContext tls, String webSocketPath) {
    List<TransportLayers> layers = new ArrayList<>();
    if (tls != null) {
      layers.add(new TransportLayers(tls, ""));
    }
    if (!webSocketPath.isEmpty()) {
      layers.add(new TransportLayers(null, webSocketPath));
      if (tls != null) {
        layers.add(new TransportLayers(tls, webSocketPath));
      }
    }
    return layers;
  }
}
