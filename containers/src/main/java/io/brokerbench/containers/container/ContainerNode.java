package io.brokerbench.containers.container;

import com.github.dockerjava.api.exception.DockerException;
import io.brokerbench.containers.process.NftTable;
import io.brokerbench.containers.process.ProcessLog;
import io.brokerbench.containers.process.StartedNode;
import io.brokerbench.core.broker.BrokerException;
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

  private final DockerEngine docker;
  private final OwnedContainer owned;
  private final Optional<ClusterRecipe> pair;
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
    long pid =
        running
            .pid()
            .orElseThrow(() -> new BrokerException("its processes are not on this machine"));
    return NftTable.makeIn(pid, "a cut", CUT);
  }

  @Override
  protected void end() {
    owned.close();
  }
}
