package io.brokerbench.mqtt.swarm;

import io.brokerbench.core.driver.Client;
import io.brokerbench.core.driver.ClientListener;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.mqtt.swarm.codec.ClientPackets;
import io.brokerbench.mqtt.swarm.codec.ConnAck;
import io.brokerbench.mqtt.swarm.codec.ConnectFields;
import io.brokerbench.mqtt.swarm.codec.EarlyPackets;
import io.brokerbench.mqtt.swarm.codec.MqttException;
import io.brokerbench.mqtt.swarm.codec.PacketReader;
import io.brokerbench.mqtt.swarm.codec.ReasonCodes;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * One MQTT connection: channel handler and client in one object, so that a connection costs little
 * memory. Confined to its lane's thread.
 *
 * <p>What is to be written is collected in one buffer, and written by {@link #flushOut}: once per
 * turn of the send loop, or once per read of the channel.
 */
@SuppressWarnings("FutureReturnValueIgnored") // writes and closes report by the channel's events
abstract class SwarmConnection extends ChannelInboundHandlerAdapter
    implements Client, ChannelFutureListener, PacketReader.Handler {

  private final SwarmLane lane;
  private ConnectRoute route;
  private final String clientId;
  private final PacketReader reader;

  private ConnectionState state = ConnectionState.CLOSED;
  private Channel channel;
  private final WriteBuffer out = new WriteBuffer();
  private EarlyPackets early;
  private Throwable cause;

  /** Place among its lane's connections, which is the lane's; -1 for none. */
  int position = -1;

  private long tcpNanos;
  private int lastWriteSweep;
  private int lastReadSweep;

  /** The last attempt failed or broke: the next one goes the next way. */
  private boolean moveOn;

  private boolean pingPending;

  /** After this goodbye, the session is still to be ended by a clean connection. */
  private boolean reopen;

  SwarmConnection(SwarmLane lane, ConnectRoute route, String clientId, int largestPacketBytes) {
    this.lane = lane;
    this.route = route;
    this.clientId = clientId;
    this.reader = new PacketReader(route.protocol(), largestPacketBytes);
  }

  abstract ClientListener listener();

  /** Whether the session is to outlive the connection. */
  abstract boolean isPersistent();

  ConnectFields connectFields() {
    return route.common().connect();
  }

  /** The broker has accepted the session; the listener is notified after this. */
  abstract void onAccepted(ConnAck answer) throws MqttException;

  /** A packet that is not the connection's own business. */
  abstract void onSessionPacket(int type, int header, ByteBuf in, int end, long nanos)
      throws MqttException;

  /** Whether it leaves what the broker sends unread for now, and so may not see its answers. */
  boolean withholdsReads() {
    return false;
  }

  void tune(ChannelConfig config) {
    lane.tune(config);
  }

  /** Reads what comes, or leaves it where it is. */
  void read(boolean reads) {
    if (state != ConnectionState.CLOSED && channel.config().isAutoRead() != reads) {
      channel.config().setAutoRead(reads);
    }
  }

  /** The channel takes bytes again, or what was read has been worked off. */
  void onRoom() {}

  @Override
  public boolean isSharable() {
    return true; // one channel at a time, and another one after a reconnect
  }

  int largestPacketBytes() {
    return reader.limitBytes();
  }

  Protocol protocol() {
    return route.protocol();
  }

  SwarmLane lane() {
    return lane;
  }

  /** Whether messages may be written now. */
  boolean isOpenForMessages() {
    return state == ConnectionState.UP && channel.isWritable();
  }

  @Override
  public void connect() {
    open(ConnectionState.CONNECTING);
  }

  /** Ends the session on the broker, with a clean connection where there is none yet. */
  void forgetSession() {
    if (state == ConnectionState.UP && protocol() == Protocol.MQTT_5) {
      goodbye(true);
    } else if (state == ConnectionState.UP) {
      state = ConnectionState.FORGETTING;
      writeGoodbye(false);
    } else if (state == ConnectionState.CLOSED) {
      open(ConnectionState.FORGETTING);
    }
  }

  private void open(ConnectionState opening) {
    if (state != ConnectionState.CLOSED) {
      throw new IllegalStateException(clientId + " is " + state + " and cannot be connected");
    }
    if (lane.isClosing()) {
      return;
    }
    cause = null;
    if (moveOn) {
      moveOn = false;
      route = route.next();
    }
    reader.release();
    channel = lane.newChannel();
    state = opening;
    tune(channel.config());
    route.addHandlers(channel, this);
    route.progress().begun();
    lane.eventLoop().register(channel);
    lane.connect(channel, route).addListener(this);
  }

  /** The connect has succeeded or failed. */
  @Override
  public void operationComplete(ChannelFuture future) {
    if (future.isSuccess()) {
      tcpNanos = lane.clock().nanoTime();
      route.progress().connected();
    } else if (future.channel().equals(channel)) {
      cause = ChannelFailures.ofConnect(route, future.cause());
      channel.close();
      closed();
    }
  }

  /** Whether an event is of this connection, and not a late one of a channel that was dropped. */
  private boolean isCurrent(ChannelHandlerContext context) {
    return context.channel().equals(channel);
  }

  /** A plain connection is open. */
  @Override
  public void channelActive(ChannelHandlerContext context) {
    long nanos = lane.clock().nanoTime();
    opened(context, nanos, nanos);
  }

  /** All that lies below MQTT stands: the session can be opened. */
  void opened(ChannelHandlerContext context, long tcpNanos, long securedNanos) {
    if (state == ConnectionState.CLOSED || !isCurrent(context)) {
      return;
    }
    route.progress().opened();
    if (state == ConnectionState.CONNECTING) {
      listener().onTransportReady(tcpNanos, securedNanos);
    }
    ByteBuf packet = out(WriteBuffer.SMALLEST_BYTES);
    ClientPackets.connect(packet, clientId, startsClean(), connectFields(), largestPacketBytes());
    flushOut();
  }

  private boolean startsClean() {
    return state == ConnectionState.FORGETTING || !isPersistent();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf in = (ByteBuf) message;
    lastReadSweep = lane.sweepCount();
    try {
      if (state == ConnectionState.CLOSED || cause != null || !isCurrent(context)) {
        return; // nothing that follows a violation is read
      }
      reader.read(in, lane.clock().nanoTime(), context.alloc(), this);
    } catch (MqttException e) {
      fail(e);
    } finally {
      in.release();
    }
  }

  @Override
  public final void onPacket(int header, ByteBuf in, int end, long nanos) throws MqttException {
    int type = header & 0xF0;
    switch (type) {
      case ClientPackets.CONNACK -> onConnAck(ConnAck.read(in, end, protocol()), nanos);
      case ClientPackets.PINGRESP -> {
        pingPending = false;
        listener().onProbeAnswered();
      }
      case ClientPackets.DISCONNECT -> {
        ReasonReport.disconnect(listener(), in, end);
        throw ReasonCodes.disconnect(in, end);
      }
      default -> {
        if (state == ConnectionState.UP) {
          onSessionPacket(type, header, in, end, nanos);
        } else if (state == ConnectionState.CONNECTING) {
          early = EarlyPackets.with(early, header, in, end, nanos, largestPacketBytes());
        }
      }
    }
  }

  private void onConnAck(ConnAck answer, long nanos) throws MqttException {
    if (state != ConnectionState.CONNECTING && state != ConnectionState.FORGETTING) {
      throw ConnAck.second();
    }
    ReasonReport.connAck(listener(), protocol(), answer.code());
    answer.requireAccepted(route.name(), route.common().connect(), startsClean());
    if (state == ConnectionState.FORGETTING) {
      writeGoodbye(true);
      return;
    }
    state = ConnectionState.UP;
    route.progress().accepted();
    lane.add(this);
    lane.keepAliveAtMost(answer.keepAliveSeconds());
    lastWriteSweep = lastReadSweep = lane.sweepCount();
    pingPending = false;
    onAccepted(answer);
    listener().onConnected(nanos, answer.sessionPresent());
    EarlyPackets.replay(early, this);
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    if (isCurrent(context)) {
      flushOut();
      onRoom();
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    if (isCurrent(context) && channel.isWritable()) {
      onRoom();
    }
  }

  /** A buffer with room for some bytes, to be written with the next flush. */
  ByteBuf out(int bytes) {
    return out.withRoom(channel, bytes);
  }

  /** Writes what was collected. */
  void flushOut() {
    if (!out.isEmpty()) {
      lastWriteSweep = lane.sweepCount();
      out.write(channel);
      channel.flush();
    }
  }

  /**
   * Called a few times in a keep-alive interval. Whatever comes shows that the broker is there. A
   * persistent client also expects to hear from it.
   */
  void keepAlive(int sweep) {
    int unheard = sweep - lastReadSweep;
    int silent = Math.max(sweep - lastWriteSweep, isPersistent() ? unheard : 0);
    if (pingPending && Math.min(silent, unheard) >= 4 && !withholdsReads()) {
      cause = cause == null ? ChannelFailures.ofSilence(lane.keepAliveSeconds()) : cause;
      channel.pipeline().firstContext().close(); // below TLS, whose goodbye would wait
    } else if (silent >= 2 && (!pingPending || unheard < 2 || withholdsReads())) {
      probe();
    }
  }

  @Override
  public boolean probe() {
    if (state == ConnectionState.UP) {
      pingPending = true;
      ClientPackets.ping(out(2));
      flushOut();
    }
    return true;
  }

  @Override
  public void disconnect() {
    goodbye(false);
  }

  private void goodbye(boolean endSession) {
    if (state == ConnectionState.UP) {
      state = ConnectionState.GOODBYE;
      writeGoodbye(endSession);
    }
  }

  private void writeGoodbye(boolean endSession) {
    flushOut();
    ClientPackets.disconnect(out(16), protocol(), endSession);
    channel.writeAndFlush(out.take()).addListener(CLOSE);
    reopen = state == ConnectionState.FORGETTING && !endSession;
  }

  /** Ends the connection because of an error. */
  void fail(Throwable error) {
    if (cause == null) {
      cause = error;
    }
    if (channel != null) {
      channel.close();
    }
  }

  /** Also what lies below MQTT and did not come to stand. */
  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable error) {
    if (isCurrent(context)) {
      fail(ChannelFailures.ofConnection(route, error, openingNanos()));
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    if (isCurrent(context)) {
      reader.release();
      closed();
    }
  }

  private void closed() {
    if (state == ConnectionState.CLOSED) {
      return;
    }
    ConnectionState before = state;
    Throwable reason = cause == null ? ChannelFailures.ofClose(route, openingNanos()) : cause;
    drop();
    if (reopen) {
      reopen = false;
      open(ConnectionState.FORGETTING);
      return;
    }
    boolean asked = before.endsAsAsked();
    moveOn = !asked;
    listener().onDisconnected(lane.clock().nanoTime(), asked ? null : reason);
  }

  /** Since TCP was connected; -1 once the broker has sent its CONNACK. */
  private long openingNanos() {
    return state == ConnectionState.CONNECTING ? lane.clock().nanoTime() - tcpNanos : -1;
  }

  private void drop() {
    state = ConnectionState.CLOSED;
    lane.remove(this);
    early = EarlyPackets.released(early);
    out.release();
  }

  @Override
  public void abort() {
    if (state != ConnectionState.CLOSED) {
      drop();
      moveOn = true;
      channel.pipeline().firstContext().close(); // below TLS, which would say goodbye
    }
  }
}
