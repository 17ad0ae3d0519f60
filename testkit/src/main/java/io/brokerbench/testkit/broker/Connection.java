package io.brokerbench.testkit.broker;

import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.testkit.broker.record.ConnectRecord;
import io.brokerbench.testkit.broker.record.EventCounters;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * One TCP connection: what is written to it, and when it ends. What it reads, {@link
 * InboundPackets} handles.
 */
public final class Connection extends ChannelInboundHandlerAdapter {

  private static final int KEEP_ALIVE_TIMEOUT = 0x8D;

  private final BrokerState exchange;
  private final InboundPackets inbound;
  private Channel channel;
  private BrokerSession session;
  private ConnectRecord connect;
  private long lastHeardNanos;
  private boolean unflushed;

  /** What is published when the client is gone without a goodbye; null for nothing. */
  private BrokerMessage will;

  Connection(BrokerState exchange, ConnectHandler handshake) {
    this.exchange = exchange;
    this.inbound = new InboundPackets(exchange, handshake, this);
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    channel = context.channel();
    exchange.connections().add(this);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object packet) {
    try {
      inbound.handle((MqttMessage) packet);
    } finally {
      ReferenceCountUtil.release(packet);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    lastHeardNanos = exchange.clock().nanoTime();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    if (session != null && channel.isWritable()) {
      session.out().pump();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    exchange.connections().remove(this);
    leaveSession();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (!(cause instanceof IOException)) {
      violation(cause.toString());
    }
    close();
  }

  /** The client is let in. */
  void accept(BrokerSession newSession, ConnectRecord newConnect, BrokerMessage newWill) {
    session = newSession;
    connect = newConnect;
    will = newWill;
    lastHeardNanos = exchange.clock().nanoTime();
  }

  /** The client's address and port. */
  InetSocketAddress remote() {
    return (InetSocketAddress) channel.remoteAddress();
  }

  /** The subject of the certificate that the client has shown, if it has shown one. */
  Optional<String> certificate() {
    SslHandler tls = channel.pipeline().get(SslHandler.class);
    if (tls == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(tls.engine().getSession().getPeerPrincipal().getName());
    } catch (SSLPeerUnverifiedException e) {
      return Optional.empty();
    }
  }

  /** Whether the client is still there. */
  boolean isOpen() {
    return channel.isActive();
  }

  /** The session, from CONNACK to the end of the connection; else null. */
  BrokerSession session() {
    return session;
  }

  /** Client id, if it has said one. */
  String clientId() {
    return connect == null ? "?" : connect.clientId();
  }

  boolean isMqtt5() {
    return connect != null && connect.protocol() == Protocol.MQTT_5;
  }

  boolean isWritable() {
    return channel.isWritable();
  }

  void publish(Delivery delivery, int id, boolean dup) {
    write(Packets.publish(delivery, id, dup));
  }

  void reply(MqttMessageType type, int id, int reason) {
    write(Packets.reply(type, id, reason));
  }

  /** Sends PUBACK or PUBCOMP, if the client is still there. */
  void acknowledge(MqttMessageType type, int id, int reason) {
    if (session != null) {
      acknowledged(id);
      reply(type, id, reason);
      exchange.tally().increment(EventCounters.Count.ACKNOWLEDGEMENTS_SENT);
    }
  }

  /** A message with this packet id is no longer in flight, as far as the broker knows. */
  void acknowledged(int id) {
    inbound.acknowledged(id);
  }

  void write(MqttMessage packet) {
    ChannelFuture unused = channel.write(packet, channel.voidPromise());
    if (!unflushed) {
      unflushed = true;
      exchange.flusher().add(this);
    }
  }

  void flush() {
    unflushed = false;
    channel.flush();
  }

  /** Notes something that the protocol forbids. */
  void violation(String what) {
    exchange.journal().violation(clientId() + ": " + what);
  }

  /** Says goodbye, where the protocol has a word for it, and closes. */
  void disconnect(int reason) {
    leaveSession();
    if (isMqtt5()) {
      ChannelFuture unused =
          channel
              .writeAndFlush(Packets.disconnect(reason))
              .addListener(ChannelFutureListener.CLOSE);
    } else {
      close();
    }
  }

  /** The client has said goodbye: its will is forgotten, unless a fault keeps it. */
  void forgetWill() {
    if (will != null && !exchange.switches().keepsWill(will)) {
      will = null;
    }
  }

  /** Stays open, without its session: nothing comes on it any more. */
  void abandon() {
    will = null;
    leaveSession();
  }

  /** Closes after what is flushed. */
  void close() {
    leaveSession();
    ChannelFuture unused = channel.close();
  }

  void enforceKeepAlive(long nowNanos, long lastStallEndNanos) {
    if (session == null || connect.keepAliveSeconds() == 0) {
      return;
    }
    long silentSince = Math.max(lastHeardNanos, lastStallEndNanos);
    long limit = TimeUnit.SECONDS.toNanos(connect.keepAliveSeconds()) * 3 / 2;
    if (nowNanos - silentSince > limit) {
      disconnect(KEEP_ALIVE_TIMEOUT);
    }
  }

  private void leaveSession() {
    if (session != null) {
      BrokerSession left = session;
      session = null;
      exchange.suspend(left);
      if (will != null) {
        exchange.publishWill(will);
        will = null;
      }
    }
  }
}
