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

/** A node that is a container of ours. */
public final class ContainerNode extends StartedNode {

  /** In the container's own network: what comes and what goes, nodes of a cluster included. */
  private static final String CUT =
      "chain cut_in { type filter hook input priority -300; iifname != \"lo\" drop; };"
          + " chain cut_out { type filter hook output priority -300; oifname != \"lo\" drop; };";

  /** The same, but for clients: what comes from the other nodes, and what goes to them. */
  private static final String APART =
      "chain apart_in { type filter hook input priority -300; ip saddr { %1$s } drop; };"
          + " chain apart_out { type filter hook output priority -300; ip daddr { %1$s } drop; };";

  private final DockerEngine docker;
  private final OwnedContainer owned;
  private final Optional<ClusterRecipe> pair;
  private volatile List<ContainerNode> others = List.of();
  private volatile RunningContainer running;
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

  /** Where other containers reach one of its listeners: {@code HOST:PORT}. */
  public String addressFromOthers(Listener listener) {
    return running.inside() + ":" + running.plan().ports().get(listener);
  }

  /** It is one of a cluster. */
  void join(List<ContainerNode> members) {
    others = members.stream().filter(member -> member != this).toList();
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
    running = running.ended();
  }

  @Override
  protected void startAgain() throws IOException {
    try {
      owned.startAgain();
      running = RunningContainer.of(docker.host(), running.plan(), docker.inspect(owned.id()));
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

  /** The others' addresses are those of the moment: one that was started again may have another. */
  @Override
  protected Rules partition() throws BrokerException {
    if (!hasLinks()) {
      throw new BrokerException("it has no network to other nodes");
    }
    List<String> addresses = others.stream().map(ContainerNode::addressFromOthers).toList();
    return NftTable.makeIn(pidHere(), "a partition", apart(addresses));
  }

  @Override
  public Impairment loseOnLinks(double fraction) throws BrokerException {
    if (!hasLinks()) {
      throw new BrokerException(this + " has no network to other nodes");
    }
    List<String> from =
        others.stream().map(other -> "ip saddr " + other.addressFromOthers()).toList();
    return NftTable.makeIn(pidHere(), "loss of packets", LossyChains.of(fraction, from));
  }

  static String apart(List<String> addresses) {
    return APART.formatted(String.join(", ", addresses));
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
