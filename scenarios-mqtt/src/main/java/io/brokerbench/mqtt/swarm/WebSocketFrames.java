package io.brokerbench.mqtt.swarm;

import io.brokerbench.mqtt.swarm.codec.MqttException;
import io.brokerbench.mqtt.swarm.codec.MqttViolationException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;

/**
 * Carries a stream of MQTT bytes in the binary frames of a WebSocket. Packets and frames need not
 * begin together (MQTT, 6.0), so what the frames hold is passed on as it comes.
 */
@SuppressWarnings("FutureReturnValueIgnored") // writes and closes report by the channel's events
final class WebSocketFrames extends ChannelDuplexHandler {

  private boolean closing;

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) throws MqttException {
    WebSocketFrame frame = (WebSocketFrame) message;
    if (frame instanceof BinaryWebSocketFrame || frame instanceof ContinuationWebSocketFrame) {
      context.fireChannelRead(frame.content()); // the reader releases it, and with it the frame
    } else if (frame instanceof PingWebSocketFrame) {
      context.writeAndFlush(new PongWebSocketFrame(frame.content()));
    } else {
      frame.release();
      if (frame instanceof CloseWebSocketFrame) {
        context.pipeline().close();
      } else if (!(frame instanceof PongWebSocketFrame)) {
        throw new MqttViolationException("WebSocket frame", "it is not binary (MQTT, 6)");
      }
    }
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    context.write(new BinaryWebSocketFrame((ByteBuf) message), promise);
  }

  /** Says goodbye, and waits for no answer. */
  @Override
  public void close(ChannelHandlerContext context, ChannelPromise promise) {
    if (!closing && context.channel().isActive()) {
      closing = true;
      context.writeAndFlush(new CloseWebSocketFrame());
    }
    context.close(promise);
  }
}
