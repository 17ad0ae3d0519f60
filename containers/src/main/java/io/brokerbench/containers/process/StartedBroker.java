package io.brokerbench.containers.process;

import io.brokerbench.containers.metrics.FiguresFiles;
import io.brokerbench.containers.metrics.MetricsQuery;
import io.brokerbench.containers.metrics.MetricsWatch;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerNode;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.TopicMapping;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.result.BrokerMetrics;
import io.brokerbench.core.security.Access;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** A broker whose processes are ours: one, or the two of a pair. */
final class StartedBroker implements Broker {

  private final Recipe recipe;
  private final BrokerIdentity identity;
  private final Access access;
  private final List<ProcessNode> nodes;
  private final Optional<MetricsWatch> metrics;

  /**
   * @param nodes the one that is active first before the other one
   */
  StartedBroker(Recipe recipe, BrokerIdentity identity, Access access, List<ProcessNode> nodes) {
    this.recipe = recipe;
    this.identity = identity;
    this.access = access;
    this.nodes = List.copyOf(nodes);
    this.metrics =
        recipe.metrics().map(this::watch).or(() -> recipe.figuresFile().map(this::watch));
  }

  private MetricsWatch watch(MetricsQuery query) {
    Endpoint plain = endpoints().get(0);
    return new MetricsWatch(
        query, new InetSocketAddress(plain.host(), query.port().orElse(plain.port())));
  }

  private MetricsWatch watch(String figuresFile) {
    List<Path> files = nodes.stream().map(node -> node.folder().resolve(figuresFile)).toList();
    return new MetricsWatch(() -> new FiguresFiles(files));
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
  public OptionalInt usableCores() {
    return recipe.usableCores();
  }

  @Override
  public TopicMapping topicMapping() {
    return recipe.topicMapping();
  }

  @Override
  public OptionalLong pid() {
    return nodes.get(0).pid();
  }

  @Override
  public BrokerMetrics metrics() {
    return metrics.map(MetricsWatch::latest).orElse(BrokerMetrics.NONE);
  }

  @Override
  public Optional<String> failure() {
    return nodes.stream().flatMap(node -> node.failure().stream()).findFirst();
  }

  /** Of a pair, the last lines of each. */
  @Override
  public List<String> logTail(int lines) {
    return nodes.stream()
        .flatMap(node -> node.logTail(Math.max(1, lines / nodes.size())).stream())
        .toList();
  }

  /** All are asked before the first is waited for; the first one has the folder of both. */
  @Override
  public void close() {
    metrics.ifPresent(MetricsWatch::close);
    nodes.forEach(ProcessNode::requestEnd);
    List<ProcessNode> lastFirst = new ArrayList<>(nodes);
    Collections.reverse(lastFirst);
    lastFirst.forEach(ProcessNode::close);
  }

  @Override
  public String toString() {
    return identity + " at " + endpoints();
  }
}
