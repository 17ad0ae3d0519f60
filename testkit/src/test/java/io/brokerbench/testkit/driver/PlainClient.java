package io.brokerbench.testkit.driver;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.driver.Client;
import io.brokerbench.core.driver.ClientListener;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.scenario.Protocol;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.mqtt.MqttConnAckMessage;
import io.netty.handler.codec.mqtt.MqttConnectReturnCode;
import io.netty.handler.codec.mqtt.MqttDecoder;
import io.netty.handler.codec.mqtt.MqttEncoder;
import io.netty.handler.codec.mqtt.MqttFixedHeader;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageBuilders;
import io.netty.handler.codec.mqtt.MqttMessageIdVariableHeader;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttQoS;
import io.netty.handler.codec.mqtt.MqttVersion;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The connection of a client. */
abstract class PlainClient implements Client {

  private static final int SESSION_EXPIRY_SECONDS = 3_600;

  final DriverSettings settings;
  final Defect defect;
  private final String clientId;
  private final boolean persistent;
  private final EventLoop loop;
  private final ClientListener listener;
  private final NanoClock clock;
  private volatile Channel channel;
  private boolean accepted;
  private Throwable cause;
  private boolean forgetting;

  PlainClient(
      String clientId,
      boolean persistent,
      DriverSettings settings,
      Defect defect,
      EventLoop loop,
      ClientListener listener) {
    this.clientId = clientId;
    this.persistent = persistent;
    this.settings = settings;
    this.defect = defect;
    this.loop = loop;
    this.listener = listener;
    this.clock = defect == Defect.READS_ANOTHER_CLOCK ? NanoClock.SYSTEM : settings.clock();
  }

  /** CONNACK with success. */
  abstract void accepted(boolean sessionPresent, MqttProperties properties);

  abstract void received(MqttMessage packet);

  abstract void writable();

  long now() {
    return clock.nanoTime();
  }

  boolean isAccepted() {
    return accepted;
  }

  boolean isWritable() {
    return channel.isWritable() || defect == Defect.BUFFERS_WITHOUT_BOUND;
  }

  void call(Runnable callback) {
    if (defect == Defect.CALLS_BACK_ON_ANOTHER_THREAD) {
      CompletableFuture<Void> unused = CompletableFuture.runAsync(callback);
    } else {
      callback.run();
    }
  }

  void write(MqttMessage packet) {
    ChannelFuture unused = channel.write(packet, channel.voidPromise());
  }

  void flush() {
    if (channel != null && defect != Defect.DROPS_WHAT_WAS_OFFERED) {
      channel.flush();
    }
  }

  void reply(MqttMessageType type, int id) {
    MqttQoS flags = type == MqttMessageType.PUBREL ? MqttQoS.AT_LEAST_ONCE : MqttQoS.AT_MOST_ONCE;
    write(
        new MqttMessage(
            new MqttFixedHeader(type, false, flags, false, 0),
            MqttMessageIdVariableHeader.from(id)));
    flush();
  }

  void fail(Throwable newCause) {
    if (cause == null) {
      cause = newCause;
    }
    ChannelFuture unused = channel.close();
  }

  @Override
  public void connect() {
    cause = null;
    Bootstrap bootstrap =
        new Bootstrap()
            .group(loop)
            .channel(NioSocketChannel.class)
            .handler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel child) {
                    long ping = settings.keepAlive().toMillis() / 2;
                    child
                        .pipeline()
                        .addLast(
                            new IdleStateHandler(0, ping, 0, TimeUnit.MILLISECONDS),
                            new MqttDecoder(1 << 24),
                            MqttEncoder.INSTANCE,
                            new Reader());
                  }
                });
    String host = settings.publishing().endpoint(0).host();
    int port = settings.publishing().endpoint(0).port();
    ChannelFuture unused =
        bootstrap
            .connect(host, port)
            .addListener(
                future -> {
                  if (!future.isSuccess()) {
                    IOException failure =
                        new IOException("cannot connect to " + host + ":" + port, future.cause());
                    listener.onDisconnected(now(), failure);
                  }
                });
  }

  @Override
  public void disconnect() {
    Channel ending = channel;
    accepted = false;
    channel = null;
    if (defect == Defect.DROPS_WHAT_WAS_OFFERED) {
      ChannelFuture unused = ending.close();
    } else {
      ChannelFuture unused =
          ending.writeAndFlush(MqttMessage.DISCONNECT).addListener(ChannelFutureListener.CLOSE);
    }
    ChannelFuture unused =
        ending.closeFuture().addListener(f -> listener.onDisconnected(now(), null));
  }

  @Override
  public boolean probe() {
    if (defect == Defect.ANSWERS_PROBES_ITSELF) {
      listener.onProbeAnswered();
    } else {
      write(MqttMessage.PINGREQ);
      flush();
    }
    return true;
  }

  @Override
  public void abort() {
    Channel ending = channel;
    accepted = false;
    channel = null;
    ChannelFuture unused = ending.close();
  }

  /** Ends the session with a clean one that ends at once. */
  void endSession() {
    if (channel != null) {
      abort();
    }
    if (defect == Defect.LEAVES_ITS_SESSION) {
      listener.onDisconnected(now(), null);
    } else {
      forgetting = true;
      connect();
    }
  }

  /** Closes the connection, if there is one, and waits until it is closed. From any thread. */
  void drop() {
    Channel dropped = channel;
    if (dropped != null) {
      dropped.close().awaitUninterruptibly();
    }
  }

  private MqttMessage connectPacket() {
    boolean mqtt5 = settings.protocol() == Protocol.MQTT_5;
    MqttProperties properties = new MqttProperties();
    boolean keep = persistent && !forgetting;
    if (mqtt5 && keep) {
      properties.add(
          new MqttProperties.IntegerProperty(
              MqttProperties.SESSION_EXPIRY_INTERVAL, SESSION_EXPIRY_SECONDS));
    }
    return MqttMessageBuilders.connect()
        .clientId(clientId)
        .protocolVersion(mqtt5 ? MqttVersion.MQTT_5 : MqttVersion.MQTT_3_1_1)
        .cleanSession(!keep)
        .keepAlive((int) settings.keepAlive().toSeconds())
        .properties(properties)
        .build();
  }

  private void connAck(MqttConnAckMessage packet) {
    MqttConnectReturnCode code = packet.variableHeader().connectReturnCode();
    if (code != MqttConnectReturnCode.CONNECTION_ACCEPTED) {
      String reason = defect == Defect.HIDES_THE_REASON ? "" : ": " + code;
      fail(new IOException("the broker refused the connection" + reason));
      return;
    }
    if (forgetting) {
      forgetting = false;
      disconnect();
      return;
    }
    boolean present = packet.variableHeader().isSessionPresent();
    accepted = true;
    accepted(present, packet.variableHeader().properties());
    listener.onConnected(now(), present);
  }

  private final class Reader extends SimpleChannelInboundHandler<MqttMessage> {

    @Override
    public void channelActive(ChannelHandlerContext context) {
      channel = context.channel();
      write(connectPacket());
      channel.flush();
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, MqttMessage packet) {
      if (packet instanceof MqttConnAckMessage connAck) {
        connAck(connAck);
      } else if (packet.fixedHeader().messageType() == MqttMessageType.PINGRESP) {
        listener.onProbeAnswered();
      } else if (channel != null) {
        received(packet);
      }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
      if (accepted && context.channel().isWritable()) {
        writable();
      }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
      if (event instanceof IdleStateEvent && accepted && defect != Defect.NEVER_PINGS) {
        write(MqttMessage.PINGREQ);
        flush();
      }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      if (channel == context.channel()) {
        accepted = false;
        channel = null;
        Throwable known =
            cause == null ? new IOException("the broker closed the connection") : cause;
        listener.onDisconnected(now(), defect == Defect.GIVES_NO_CAUSE ? null : known);
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
      if (channel == context.channel()) {
        fail(failure);
      }
    }
  }
}
