package io.brokerbench.testkit.broker;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerNode;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.result.BrokerIdentity.Origin;
import io.brokerbench.core.result.BrokerMetrics;
import io.brokerbench.testkit.FaultyClaims;
import io.brokerbench.testkit.broker.record.BrokerCounters;
import io.brokerbench.testkit.broker.record.BrokerJournal;
import io.brokerbench.testkit.broker.record.ConnectRecord;
import io.brokerbench.testkit.broker.record.EventCounters;
import io.brokerbench.testkit.broker.record.LoopDelays;
import io.brokerbench.testkit.broker.record.PropertiesRecord;
import io.brokerbench.testkit.broker.record.StallRecord;
import io.brokerbench.testkit.broker.record.Stalls;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * An MQTT 3.1.1 and 5 broker in this process, on a real socket of the loopback address, that is
 * correct until a fault is set: see {@link #faults()}.
 *
 * <p>It keeps sessions, retained messages and shared subscriptions, takes part in both roles of QoS
 * 0, 1 and 2, keeps to the client's Receive Maximum, enforces keep-alive at one and a half times
 * its length, and speaks of what it saw: {@link #counters()}, {@link #connects()}, {@link
 * #violations()}.
 *
 * <p>One event loop thread does all the work. Safe for use by several threads: commands run on the
 * loop, and return once they are in force. During a stall commands wait for its end, except {@link
 * #close} and {@link #die}, which end it; the counters and records can be read at any time.
 */
public final class FaultyBroker implements Broker {

  private static final Duration TICK = Duration.ofMillis(10);

  private final MultiThreadIoEventLoopGroup group;
  private final EventCounters tally = new EventCounters();
  private final BrokerJournal journal = new BrokerJournal();
  private final Stalls stalls = new Stalls();
  private final LoopDelays delays = new LoopDelays(NanoClock.SYSTEM, TICK);
  private final BrokerState exchange;
  private final List<Listener> listeners = new ArrayList<>();
  private final Faults faults;
  private final List<FaultyNode> nodes = new ArrayList<>();
  private final boolean reportsQueues;
  private final ScheduledFuture<?> ticks;
  private volatile boolean died;

  private FaultyBroker(BrokerSettings settings, List<TransportLayers> furtherListeners) {
    group =
        new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("faulty-broker", true), NioIoHandler.newFactory());
    reportsQueues = settings.reportsQueues();
    exchange = new BrokerState(settings, group.next(), tally, journal, stalls);
    ConnectHandler handshake = new ConnectHandler(exchange);
    listeners.add(new Listener(group, exchange, handshake, TransportLayers.NONE, settings.port()));
    furtherListeners.forEach(
        layers -> listeners.add(new Listener(group, exchange, handshake, layers, 0)));
    nodes.add(new FaultyNode("primary", this, exchange, stalls, List.copyOf(listeners)));
    if (settings.standby()) {
      Listener standby = new Listener(group, exchange, handshake, TransportLayers.NONE, 0);
      standby.reserve();
      listeners.add(standby);
      nodes.add(new FaultyNode("backup", this, exchange, stalls, List.of(standby)));
    }
    faults = new Faults(this, exchange, handshake, listeners);
    ticks = group.next().scheduleWithFixedDelay(delays, 0, TICK.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Starts a broker without faults on a free port. */
  public static FaultyBroker start() {
    return builder().start();
  }

  /** For a broker that is not made as usual. */
  public static Builder builder() {
    return new Builder();
  }

  /** The port that it listens on for plain MQTT, also after it has closed. */
  public int port() {
    return listeners.get(0).port();
  }

  /** Where it listens for plain MQTT. */
  public Endpoint endpoint() {
    return listeners.get(0).endpoint();
  }

  @Override
  public BrokerIdentity identity() {
    return new BrokerIdentity("FaultyBroker", "1", Origin.IN_PROCESS, "faulty");
  }

  @Override
  public List<Endpoint> endpoints() {
    return listeners.stream().map(Listener::endpoint).toList();
  }

  @Override
  public Set<Capability> capabilities() {
    return FaultyClaims.of(endpoints());
  }

  /** Its queue, where it was built to report it; also during a stall. */
  @Override
  public BrokerMetrics metrics() {
    return reportsQueues
        ? new BrokerMetrics(
            OptionalLong.of(tally.get(EventCounters.Count.QUEUED)),
            OptionalLong.empty(),
            OptionalLong.empty())
        : BrokerMetrics.NONE;
  }

  /** None: it runs in this process. */
  @Override
  public OptionalLong pid() {
    return OptionalLong.empty();
  }

  /** A node that was killed on purpose is no failure. */
  @Override
  public Optional<String> failure() {
    return died ? Optional.of("the broker died, as requested") : Optional.empty();
  }

  /**
   * {@code primary}; and {@code backup} where there is a standby, which takes clients from {@link
   * FaultyNode#takeOver} on.
   */
  @Override
  public List<BrokerNode> nodes() {
    return List.copyOf(nodes);
  }

  /** The node that takes over; only where the broker was built with a standby. */
  public FaultyNode backup() {
    return nodes.get(1);
  }

  /** Nothing: it keeps no log. */
  @Override
  public List<String> logTail(int lines) {
    return List.of();
  }

  /** What it does wrong; may be changed at any time. */
  public Faults faults() {
    return faults;
  }

  /** What it has done so far. */
  public BrokerCounters counters() {
    return tally.snapshot();
  }

  /** The CONNECT packets that it has received, in order. */
  public List<ConnectRecord> connects() {
    return journal.connects();
  }

  /** The CONNECT packets of one client, in order. */
  public List<ConnectRecord> connects(String clientId) {
    return connects().stream().filter(c -> c.clientId().equals(clientId)).toList();
  }

  /** The properties of what a client published and subscribed to, of its last packets. */
  public List<PropertiesRecord> properties(String clientId) {
    return journal.properties().stream().filter(p -> p.clientId().equals(clientId)).toList();
  }

  /**
   * What clients did that the protocol forbids, in words: packet ids used twice, acknowledgements
   * of nothing, more in flight than the Receive Maximum. Empty for clients as they should be.
   */
  public List<String> violations() {
    return journal.violations();
  }

  /** The client ids of the sessions that it keeps. */
  public Set<String> sessions() {
    return command(() -> exchange.sessions());
  }

  /** The topics of the retained messages that it keeps. */
  public Set<String> retained() {
    return command(() -> exchange.retained());
  }

  /** The stalls that are over, as they really were. */
  public List<StallRecord> stalls() {
    return stalls.records();
  }

  /** How long its thread was kept from its work in all, by stalls or as it had no CPU. */
  public Duration delayed() {
    return delays.sum();
  }

  /** Ends like a process that is killed: everything is closed at once, nothing is kept. */
  public void die() {
    died = true;
    close();
  }

  /** Closes the listener and all connections without a word, and ends the thread. */
  @Override
  public synchronized void close() {
    if (group.isShuttingDown()) {
      return;
    }
    stalls.endForGood();
    ticks.cancel(false);
    listeners.forEach(Listener::end);
    command(() -> List.copyOf(exchange.connections()).forEach(Connection::close));
    group.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  /** Runs a command on the loop and waits for it. */
  void command(Runnable command) {
    command(
        () -> {
          command.run();
          return null;
        });
  }

  /** Whether the caller is the loop's own thread. */
  boolean isOnLoop() {
    return group.next().inEventLoop();
  }

  /** Runs a command on the loop, some time. */
  void submit(Runnable command) {
    try {
      group.next().execute(command);
    } catch (RejectedExecutionException e) {
      throw new IllegalStateException("the broker is closed", e);
    }
  }

  <T> T command(Supplier<T> command) {
    try {
      if (isOnLoop()) {
        return command.get();
      }
      Callable<T> task = command::get;
      return group.next().submit(task).get();
    } catch (RejectedExecutionException e) {
      throw new IllegalStateException("the broker is closed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the broker was given a command", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  /** Makes a broker. */
  public static final class Builder {

    private int port;
    private int receiveMaximum = BrokerSettings.MOST_PACKET_IDS;
    private int inFlightWindow = 1_000;
    private int serverKeepAlive = BrokerSettings.NO_WISH;
    private int sessionExpiry = BrokerSettings.NO_WISH;
    private int topicAliasMaximum;
    private boolean subscriptionIdentifiers;
    private SslContext tls;
    private String webSocketPath = "";
    private boolean standby;
    private boolean reportsQueues;

    private Builder() {}

    /** Port on the loopback address; 0, the default, for a free one. */
    public Builder port(int newPort) {
      port = newPort;
      return this;
    }

    /** The Receive Maximum that MQTT 5 clients have to keep to; 65 535 by default. */
    public Builder receiveMaximum(int messages) {
      receiveMaximum = messages;
      return this;
    }

    /**
     * Most unacknowledged deliveries to a client, 1 000 by default. An MQTT 5 client's own Receive
     * Maximum lowers it.
     */
    public Builder inFlightWindow(int messages) {
      inFlightWindow = messages;
      return this;
    }

    /** The keep-alive in seconds that MQTT 5 clients must use in place of their own; 0 for none. */
    public Builder serverKeepAlive(int seconds) {
      serverKeepAlive = seconds;
      return this;
    }

    /** Most seconds for which it keeps sessions of MQTT 5, whatever their clients ask for. */
    public Builder sessionExpiry(int seconds) {
      sessionExpiry = seconds;
      return this;
    }

    /** Topic aliases that MQTT 5 clients may use, and whether subscriptions have identifiers. */
    public Builder mqtt5(int topicAliases, boolean identifiers) {
      topicAliasMaximum = topicAliases;
      subscriptionIdentifiers = identifiers;
      return this;
    }

    /** Listens for TLS too, on a free port. */
    public Builder tls(SslContext server) {
      tls = server;
      return this;
    }

    /** Listens for WebSockets too, on a free port; with TLS, also for those over TLS. */
    public Builder webSocket(String path) {
      webSocketPath = path;
      return this;
    }

    /** With a second node, which shares the store and does not listen until it takes over. */
    public Builder standby() {
      standby = true;
      return this;
    }

    /** Reports how many deliveries wait to be sent, as brokers with a management interface do. */
    public Builder reportQueues() {
      reportsQueues = true;
      return this;
    }

    /**
     * Starts the broker; it takes connections when this returns.
     *
     * @throws java.io.UncheckedIOException if the port cannot be had
     */
    public FaultyBroker start() {
      FaultyBroker broker =
          new FaultyBroker(
              new BrokerSettings(
                  port,
                  receiveMaximum,
                  inFlightWindow,
                  serverKeepAlive,
                  sessionExpiry,
                  topicAliasMaximum,
                  subscriptionIdentifiers,
                  standby,
                  reportsQueues),
              TransportLayers.further(tls, webSocketPath));
      try {
        broker.open();
      } catch (RuntimeException e) {
        broker.close();
        throw e;
      }
      return broker;
    }
  }

  private void open() {
    nodes.get(0).open();
    command(exchange::open);
  }
}
