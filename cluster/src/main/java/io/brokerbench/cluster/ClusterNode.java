package io.brokerbench.cluster;

import io.brokerbench.core.base.RootCause;
import io.brokerbench.core.cluster.ClusterSettings;
import io.brokerbench.core.engine.measure.RunException;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.infinispan.configuration.global.GlobalConfiguration;
import org.infinispan.configuration.global.GlobalConfigurationBuilder;
import org.infinispan.configuration.global.ShutdownHookBehavior;
import org.infinispan.manager.ClusterExecutor;
import org.infinispan.manager.DefaultCacheManager;
import org.infinispan.remoting.transport.Address;
import org.infinispan.remoting.transport.jgroups.JGroupsTransport;
import org.jgroups.JChannel;
import org.jgroups.stack.IpAddress;

/** A member of a cluster. Safe for use by several threads. */
final class ClusterNode implements AutoCloseable {

  private static final AtomicInteger NUMBERS = new AtomicInteger();

  private final String name;
  private final MemberProtocolStack stack;
  private final JChannel channel;
  private final DefaultCacheManager manager;
  private volatile boolean closed;

  private ClusterNode(
      String name, MemberProtocolStack stack, JChannel channel, DefaultCacheManager manager) {
    this.name = name;
    this.stack = stack;
    this.channel = channel;
    this.manager = manager;
  }

  /**
   * Joins.
   *
   * @param answer to what other members ask, on any of several threads
   * @throws RunException if that cannot be done; nothing is left then
   */
  static ClusterNode join(ClusterSettings settings, String title, UnaryOperator<String> answer)
      throws RunException {
    String name = title + "#" + ProcessHandle.current().pid() + "." + NUMBERS.incrementAndGet();
    LambdaBlockingClassLoader.acceptNone();
    RemoteCall.answer(name, answer);
    JChannel channel = null;
    DefaultCacheManager manager = null;
    try {
      MemberProtocolStack stack = stack(settings);
      channel = stack.channel();
      manager = new DefaultCacheManager(configuration(settings, name, channel), false);
      manager.start();
      if (!channel.isConnected()) {
        throw new IllegalStateException("another channel than the one that is protected is open");
      }
      return new ClusterNode(name, stack, channel, manager);
    } catch (Exception e) {
      RemoteCall.forget(name);
      if (manager != null) {
        manager.stop();
      }
      if (channel != null) {
        channel.close();
      }
      if (e instanceof RunException reported) {
        throw reported;
      }
      throw new RunException(
          "the cluster %s cannot be joined from %s: %s"
              .formatted(settings.name(), settings.bind().getHostAddress(), RootCause.text(e)),
          e);
    }
  }

  /** What is wrong with a key store is said in its own words, whatever it was caused by. */
  private static MemberProtocolStack stack(ClusterSettings settings) throws RunException {
    try {
      return MemberProtocolStack.of(settings);
    } catch (IOException | GeneralSecurityException e) {
      throw new RunException(e.getMessage(), e);
    }
  }

  private static GlobalConfiguration configuration(
      ClusterSettings settings, String name, JChannel channel) {
    GlobalConfigurationBuilder builder = GlobalConfigurationBuilder.defaultClusteredBuilder();
    builder.classLoader(new LambdaBlockingClassLoader(ClusterNode.class.getClassLoader()));
    builder
        .transport()
        .addProperty(
            JGroupsTransport.CHANNEL_CONFIGURATOR, new ExistingChannelConfigurator(channel))
        .clusterName(settings.name())
        .nodeName(name);
    builder.serialization().addContextInitializer(new RemoteCallSchema());
    builder.shutdown().hookBehavior(ShutdownHookBehavior.DONT_REGISTER);
    builder.jmx().disable();
    builder.metrics().gauges(false).histograms(false);
    return builder.build();
  }

  /** Where others reach it: {@code host:port}. */
  String address() {
    return channel.getProtocolStack().getTransport().localPhysicalAddress()
            instanceof IpAddress address
        ? address.getIpAddress().getHostAddress() + ":" + address.getPort()
        : "";
  }

  /** Connections that were refused because the other side is not trusted. */
  int untrusted() {
    return stack.untrusted();
  }

  /** All others. */
  List<Address> others() {
    List<Address> members = closed ? null : manager.getMembers();
    return members == null
        ? List.of()
        : members.stream().filter(member -> !member.equals(manager.getAddress())).toList();
  }

  boolean isMember(Address address) {
    return others().contains(address);
  }

  /**
   * Asks a member.
   *
   * @return its reply; fails if it is gone, does not answer in time, or cannot read the request
   */
  CompletableFuture<Reply> ask(Address member, Request request, long timeoutMillis) {
    CompletableFuture<Reply> reply = new CompletableFuture<>();
    try {
      if (!isMember(member)) {
        throw new IllegalStateException("it has left the cluster");
      }
      Future<?> unused =
          manager
              .executor()
              .timeout(timeoutMillis, TimeUnit.MILLISECONDS)
              .filterTargets(List.of(member))
              .submitConsumer(
                  new RemoteCall(MemberMessageCodec.write(request)),
                  (from, text, error) -> complete(reply, text, Optional.ofNullable(error)))
              .whenComplete(
                  (nothing, error) ->
                      complete(
                          reply,
                          null,
                          Optional.of(
                              error == null
                                  ? new IllegalStateException("it has left the cluster")
                                  : error)));
    } catch (RuntimeException e) {
      reply.completeExceptionally(e);
    }
    return reply;
  }

  /** The first of these calls counts. */
  private static void complete(
      CompletableFuture<Reply> reply, String text, Optional<Throwable> error) {
    if (error.isPresent()) {
      reply.completeExceptionally(error.get());
      return;
    }
    try {
      reply.complete(MemberMessageCodec.reply(text));
    } catch (IllegalArgumentException e) {
      reply.completeExceptionally(e);
    }
  }

  /** For tests that ask otherwise than by {@link #ask}. */
  ClusterExecutor executor() {
    return manager.executor();
  }

  /** Leaves silently: no message is sent any more. */
  void vanish() {
    RemoteCall.forget(name);
    channel.getProtocolStack().getTransport().stop();
  }

  @Override
  public void close() {
    closed = true;
    RemoteCall.forget(name);
    manager.stop();
    channel.close();
  }
}
