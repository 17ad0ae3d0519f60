package io.brokerbench.containers.container;

import io.brokerbench.containers.metrics.MetricsQuery;
import io.brokerbench.containers.metrics.MetricsWatch;
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
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** A broker in containers of ours: one, or the nodes of a cluster. */
public final class ContainerBroker implements Broker {

  private final ContainerRecipe recipe;
  private final BrokerIdentity identity;
  private final List<ContainerNode> nodes;
  private final Access access;
  private final List<SessionPart> shared;
  private final List<MetricsWatch> metrics;

  /**
   * @param nodes in the order in which clients try them
   * @param shared what they have in common; goes with them
   */
  ContainerBroker(
      ContainerRecipe recipe,
      BrokerIdentity identity,
      List<ContainerNode> nodes,
      Optional<Access> access,
      List<? extends SessionPart> shared) {
    this.recipe = recipe;
    this.identity = identity;
    this.nodes = List.copyOf(nodes);
    this.access = access.orElse(Access.OPEN);
    this.shared = List.copyOf(shared);
    this.metrics =
        recipe.metrics().stream()
            .flatMap(query -> this.nodes.stream().map(node -> watch(node, query)))
            .toList();
  }

  private static MetricsWatch watch(ContainerNode node, MetricsQuery query) {
    int inside = query.port().orElse(ContainerRecipe.Plan.MQTT_PORT);
    return new MetricsWatch(query, node.running().address(inside));
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
    return recipe.capabilities();
  }

  @Override
  public TopicMapping topicMapping() {
    return recipe.topicMapping();
  }

  /** As Docker names the first one. */
  String containerId() {
    return nodes.get(0).owned().id();
  }

  /** On the network of containers. */
  public String addressFromOthers() {
    return nodes.get(0).running().inside();
  }

  /** No more than it may take. */
  @Override
  public OptionalInt usableCores() {
    Optional<Integer> allowed =
        identity
            .limits()
            .map(ResourceLimits::cpus)
            .filter(cpus -> cpus.isPresent())
            .map(cpus -> (int) Math.ceil(cpus.getAsDouble() * nodes.size()));
    OptionalInt usable = recipe.usableCores();
    return allowed.map(most -> OptionalInt.of(Math.min(most, usable.orElse(most)))).orElse(usable);
  }

  @Override
  public OptionalLong pid() {
    return nodes.get(0).pid();
  }

  /** Of all nodes together. */
  @Override
  public Optional<ProcessUsage> usage(ProcessSampler processes) {
    return nodes.stream().flatMap(node -> node.usage().stream()).reduce(ProcessUsage::plus);
  }

  /** Of all nodes together, unless each of them tells of all. */
  @Override
  public BrokerMetrics metrics() {
    List<BrokerMetrics> told =
        metrics.stream().map(MetricsWatch::latest).filter(BrokerMetrics::any).toList();
    boolean eachTellsOfAll = recipe.cluster().filter(ClusterRecipe::eachTellsOfAll).isPresent();
    return (eachTellsOfAll ? told.stream().limit(1) : told.stream())
        .reduce(BrokerMetrics::plus)
        .orElse(BrokerMetrics.NONE);
  }

  @Override
  public Optional<String> failure() {
    return nodes.stream().flatMap(node -> node.failure().stream()).findFirst();
  }

  /** Of a cluster, the last lines of each. */
  @Override
  public List<String> logTail(int lines) {
    return nodes.stream()
        .flatMap(node -> node.owned().log().tail(Math.max(1, lines / nodes.size())).stream())
        .toList();
  }

  @Override
  public void close() {
    metrics.forEach(MetricsWatch::close);
    nodes.forEach(ContainerNode::close);
    shared.forEach(SessionPart::close);
  }

  @Override
  public String toString() {
    return identity + " at " + endpoints();
  }
}
