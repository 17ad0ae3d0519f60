package io.brokerbench.mqtt.swarm;

import io.brokerbench.mqtt.swarm.codec.MqttException;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.nio.channels.ClosedChannelException;

/**
 * Stands before a connection until TLS and the WebSocket are ready for MQTT, and leaves the
 * pipeline then. Remembers when TCP was connected, so that connections need not.
 */
final class TransportOpeningHandler extends ChannelInboundHandlerAdapter {

  private final ConnectRoute route;
  private final SwarmConnection connection;
  private long tcpNanos;

  TransportOpeningHandler(ConnectRoute route, SwarmConnection connection) {
    this.route = route;
    this.connection = connection;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    tcpNanos = connection.lane().clock().nanoTime();
    if (route.tls() == null) {
      secured(context, tcpNanos);
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (!(event instanceof SslHandshakeCompletionEvent handshake)) {
      context.fireUserEventTriggered(event);
    } else if (!handshake.isSuccess()) {
      fail(context, handshake.cause());
    } else if (route.tls().agreement(context.pipeline().first()).isNone()) {
      fail(context, new ClosedChannelException());
    } else {
      long nanos = connection.lane().clock().nanoTime();
      try {
        route.common().agreement().check(route, context.pipeline().first(), route.cipher());
        if (route.tls().resumed(context.pipeline().first())) {
          connection.listener().onTlsResumed();
        }
        secured(context, nanos);
      } catch (MqttException e) {
        connection.exceptionCaught(context, e);
      }
    }
  }

  private void fail(ChannelHandlerContext context, Throwable cause) {
    long elapsed = connection.lane().clock().nanoTime() - tcpNanos;
    connection.exceptionCaught(context, new MqttException(route.tls().why(cause, elapsed), cause));
  }

  private void secured(ChannelHandlerContext context, long securedNanos) {
    if (route.endpoint().listener().isWebSocket()) {
      WebSocketOpening.begin(context, route, connection, tcpNanos, securedNanos);
    } else {
      context.pipeline().remove(this);
      connection.opened(context, tcpNanos, securedNanos);
    }
  }
}
