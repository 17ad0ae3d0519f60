package io.brokerbench.containers.container;

import com.github.dockerjava.api.exception.DockerException;
import io.brokerbench.containers.process.LossyChains;
import io.brokerbench.containers.process.NftTable;
import io.brokerbench.containers.process.ProcessLog;
import io.brokerbench.containers.process.StartedNode;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.broker.Impairment;
import io.brokerbench.core.broker.NodeProcess;
import io.brokerbench.core.network.PacketLoss.Rules;
import io.brokerbench.core.telemetry.ControlGroup;
import io.brokerbench.core.telemetry.ProcessUsage;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** A node that is a container of ours. */
public final class ContainerNode extends StartedNode {

  /** In the container's own network: what comes and what goes, nodes of a cluster included. */
  private static final String CUT =
      "chain cut_in { type filter hook input priority -300; iifname != \"lo\" drop; };"
          + " chain cut_out { type filter hook output priority -300; oifname != \"lo\" drop; };";

  /** The same, but for clients: what comes from the other nodes, and what goes to them. */
  private static final String APART =
      "chain apart_in { type filter hook input priority -300; %s };"
          + " chain apart_out { type filter hook output priority -300; %s };";

  private final DockerEngine docker;
  private final OwnedContainer owned;
  private final Optional<ClusterRecipe> pair;
  private volatile List<ContainerNode> others = List.of();
  private volatile Optional<DelayedLinks> delayed = Optional.empty();
  private volatile RunningContainer running;
  private volatile boolean up = true;
  private volatile long cpuNanosOfEnded;

  /**
   * One that runs.
   *
   * @param name among the nodes of its broker
   * @param title of the broker, in messages
   * @param pair that it is one of; empty for a node that always accepts clients
   */
  ContainerNode(
      String name,
      String title,
      DockerEngine docker,
      OwnedContainer owned,
      RunningContainer running,
      Optional<ClusterRecipe> pair) {
    super(name, title, running.endpoints());
    this.docker = docker;
    this.owned = owned;
    this.running = running;
    this.pair = pair;
  }

  @Override
  public OptionalLong pid() {
    return running.pid();
  }

  /** None: its control group reports what it uses. */
  @Override
  public List<NodeProcess> processes() {
    return List.of();
  }

  /** Its address on the network of containers. */
  public String addressFromOthers() {
    return running.inside();
  }

  /** Whether its first process runs, as far as that was done here. */
  boolean isUp() {
    return up;
  }

  /** Where other containers reach one of its listeners: {@code HOST:PORT}. */
  public String addressFromOthers(Listener listener) {
    return running.inside() + ":" + running.plan().ports().get(listener);
  }

  /**
   * It is one of a cluster.
   *
   * @param links by which the nodes reach each other; empty where they do so by themselves
   */
  void join(List<ContainerNode> members, Optional<DelayedLinks> links) {
    others = members.stream().filter(member -> member != this).toList();
    delayed = links;
  }

  /** By which the nodes reach each other; empty where they do so by themselves. */
  Optional<DelayedLinks> links() {
    return delayed;
  }

  OwnedContainer owned() {
    return owned;
  }

  RunningContainer running() {
    return running;
  }

  /** Empty where its control group cannot be read. */
  @Override
  protected Optional<ProcessUsage> usage() {
    ProcessUsage ended = new ProcessUsage(cpuNanosOfEnded, 0);
    Optional<ProcessUsage> now = running.group().flatMap(ControlGroup::usage).map(ended::plus);
    return now.isPresent() || ended.cpuNanos() == 0 ? now : Optional.of(ended);
  }

  @Override
  protected boolean outOfMemory() {
    return owned.outOfMemory();
  }

  @Override
  protected OptionalInt exitCode() {
    return owned.exitCode();
  }

  @Override
  protected boolean closed() {
    return owned.closed();
  }

  @Override
  protected ProcessLog log() {
    return owned.log();
  }

  @Override
  protected boolean isInSync() throws IOException {
    return pair.isPresent() && pair.get().isInSync(running.address(pair.get().statusPort()));
  }

  @Override
  protected void crash() throws IOException {
    cpuNanosOfEnded = usage().map(ProcessUsage::cpuNanos).orElse(cpuNanosOfEnded);
    try {
      owned.crash();
    } catch (DockerException e) {
      throw new IOException(DockerEngine.reason(e), e);
    }
    up = false;
    running = running.ended();
  }

  @Override
  protected void startAgain() throws IOException {
    try {
      owned.startAgain();
      running = RunningContainer.of(docker.host(), running.plan(), docker.inspect(owned.id()));
      up = true;
    } catch (DockerException e) {
      throw new IOException(DockerEngine.reason(e), e);
    }
  }

  @Override
  protected void halt(boolean halt) throws IOException {
    try {
      owned.halt(halt);
    } catch (DockerException e) {
      throw new IOException(DockerEngine.reason(e), e);
    }
  }

  @Override
  protected Rules cut() throws BrokerException {
    return NftTable.makeIn(pidHere(), "a cut", CUT);
  }

  @Override
  public boolean hasLinks() {
    return !others.isEmpty();
  }

  @Override
  protected Rules partition() throws BrokerException {
    requireLinks("it");
    return NftTable.makeIn(pidHere(), "a partition", apart(packets()));
  }

  @Override
  public Impairment loseOnLinks(double fraction) throws BrokerException {
    requireLinks(toString());
    return NftTable.makeIn(
        pidHere(), "loss of packets", LossyChains.of(fraction, packets().incoming()));
  }

  private void requireLinks(String subject) throws BrokerException {
    if (!hasLinks()) {
      throw new BrokerException(subject + " has no network to other nodes");
    }
  }

  /**
   * Those between it and other nodes, as matches of nft's.
   *
   * @param incoming those that arrive at it
   * @param outgoing those that it sends
   */
  record LinkPackets(List<String> incoming, List<String> outgoing) {}

  /** The others' addresses are those of the moment: one that was started again may have another. */
  private LinkPackets packets() {
    List<String> addresses = others.stream().map(ContainerNode::addressFromOthers).toList();
    return delayed
        .map(DelayedLinks::packets)
        .orElseGet(
            () ->
                new LinkPackets(
                    addresses.stream().map(address -> "ip saddr " + address).toList(),
                    addresses.stream().map(address -> "ip daddr " + address).toList()));
  }

  static String apart(LinkPackets packets) {
    return APART.formatted(dropped(packets.incoming()), dropped(packets.outgoing()));
  }

  private static String dropped(List<String> matches) {
    return matches.stream().map(match -> match + " drop;").collect(Collectors.joining(" "));
  }

  private long pidHere() throws BrokerException {
    return running
        .pid()
        .orElseThrow(() -> new BrokerException("its processes are not on this machine"));
  }

  @Override
  protected void end() {
    owned.close();
  }
}
