package io.brokerbench.containers.process;

import io.brokerbench.containers.metrics.MetricsPoller;
import io.brokerbench.containers.metrics.MetricsQuery;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerNode;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.TopicMapping;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.result.BrokerMetrics;
import io.brokerbench.core.result.ResourceLimits;
import io.brokerbench.core.security.Access;
import io.brokerbench.core.telemetry.ProcessSampler;
import io.brokerbench.core.telemetry.ProcessUsage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** A broker that was started here: one node, or those of a pair or a cluster. */
public final class StartedBroker implements Broker {

  private final BrokerRecipe recipe;
  private final BrokerIdentity identity;
  private final Access access;
  private final List<StartedNode> nodes;
  private final List<MetricsPoller> metrics;
  private final Runnable afterwards;

  /**
   * One that runs.
   *
   * @param nodes in the order in which clients try them
   * @param metrics what reports its figures
   * @param afterwards removes what the nodes have in common, once they have ended
   */
  public StartedBroker(
      BrokerRecipe recipe,
      BrokerIdentity identity,
      Access access,
      List<? extends StartedNode> nodes,
      List<MetricsPoller> metrics,
      Runnable afterwards) {
    this.recipe = recipe;
    this.identity = identity;
    this.access = access;
    this.nodes = List.copyOf(nodes);
    this.metrics = List.copyOf(metrics);
    this.afterwards = afterwards;
  }

  @Override
  public BrokerIdentity identity() {
    return identity;
  }

  @Override
  public List<Endpoint> endpoints() {
    return nodes.stream()
        .flatMap(node -> node.endpoints().stream())
        .sorted(Comparator.comparing(Endpoint::listener)) // a stable sort: of each kind by node
        .toList();
  }

  @Override
  public List<BrokerNode> nodes() {
    return List.copyOf(nodes);
  }

  @Override
  public Access access() {
    return access;
  }

  @Override
  public Set<Capability> capabilities() {
    return recipe.capabilities(identity.version());
  }

  @Override
  public TopicMapping topicMapping() {
    return recipe.topicMapping();
  }

  /** No more than its limits allow. */
  @Override
  public OptionalInt usableCores() {
    OptionalInt usable = recipe.usableCores();
    OptionalDouble cpus =
        identity.limits().map(ResourceLimits::cpus).orElse(OptionalDouble.empty());
    if (cpus.isEmpty()) {
      return usable;
    }
    int allowed = (int) Math.ceil(cpus.getAsDouble() * nodes.size());
    return OptionalInt.of(Math.min(allowed, usable.orElse(allowed)));
  }

  @Override
  public OptionalLong pid() {
    return nodes.get(0).pid();
  }

  /** Of all nodes together, where they know; else of the first one's process. */
  @Override
  public Optional<ProcessUsage> usage(ProcessSampler processes) {
    return nodes.stream()
        .flatMap(node -> node.usage().stream())
        .reduce(ProcessUsage::plus)
        .or(() -> Broker.super.usage(processes));
  }

  /** Of all nodes together. */
  @Override
  public BrokerMetrics metrics() {
    List<BrokerMetrics> reported =
        metrics.stream().map(MetricsPoller::latest).filter(BrokerMetrics::any).toList();
    return reported.stream()
        .limit(recipe.eachNodeReportsAll() ? 1 : reported.size())
        .reduce(BrokerMetrics::plus)
        .orElse(BrokerMetrics.NONE);
  }

  @Override
  public boolean reportsLiveHeap() {
    return recipe.metrics().filter(MetricsQuery::reportsLiveHeap).isPresent();
  }

  @Override
  public Optional<String> failure() {
    return nodes.stream().flatMap(node -> node.failure().stream()).findFirst();
  }

  /** Of several nodes, the last lines of each. */
  @Override
  public List<String> logTail(int lines) {
    return nodes.stream()
        .flatMap(node -> node.log().tail(Math.max(1, lines / nodes.size())).stream())
        .toList();
  }

  /** All are asked before the first is waited for; the first one has the folder of all. */
  @Override
  public void close() {
    metrics.forEach(MetricsPoller::close);
    nodes.forEach(StartedNode::requestEnd);
    List<StartedNode> lastFirst = new ArrayList<>(nodes);
    Collections.reverse(lastFirst);
    lastFirst.forEach(StartedNode::close);
    afterwards.run();
  }

  @Override
  public String toString() {
    return identity + " at " + endpoints();
  }
}
