package io.brokerbench.containers.container;

import com.github.dockerjava.api.exception.DockerException;
import io.brokerbench.containers.MqttProbe;
import io.brokerbench.containers.process.NftTable;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerNode;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.NodeProcess;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.core.telemetry.ControlGroup;
import io.brokerbench.core.telemetry.ProcessUsage;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** A node that is a container of ours. */
final class ContainerNode implements BrokerNode, AutoCloseable {

  private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(1);

  /** The exit code of a process that a signal ended is this and the signal's number. */
  private static final int KILLED = 128;

  /** In the container's own network: what comes and what goes, nodes of a cluster included. */
  private static final String CUT =
      "chain cut_in { type filter hook input priority -300; iifname != \"lo\" drop; };"
          + " chain cut_out { type filter hook output priority -300; oifname != \"lo\" drop; };";

  private final String name;
  private final String title;
  private final DockerEngine docker;
  private final OwnedContainer owned;
  private final List<Endpoint> endpoints;
  private final Optional<ClusterRecipe> pair;
  private volatile RunningContainer running;
  private volatile Optional<FaultKind> fault = Optional.empty();
  private volatile long cpuNanosOfEnded;
  private Optional<NftTable> cut = Optional.empty();

  /**
   * One that runs.
   *
   * @param name among the nodes of its broker
   * @param title of the broker, in messages
   * @param pair that it is one of; empty for a node that always takes clients
   */
  ContainerNode(
      String name,
      String title,
      DockerEngine docker,
      OwnedContainer owned,
      RunningContainer running,
      Optional<ClusterRecipe> pair) {
    this.name = name;
    this.title = title;
    this.docker = docker;
    this.owned = owned;
    this.running = running;
    this.endpoints = running.endpoints();
    this.pair = pair;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<Endpoint> endpoints() {
    return endpoints;
  }

  @Override
  public OptionalLong pid() {
    return running.pid();
  }

  /** None: what it uses is told by its control group. */
  @Override
  public List<NodeProcess> processes() {
    return List.of();
  }

  OwnedContainer owned() {
    return owned;
  }

  RunningContainer running() {
    return running;
  }

  /** Of all lives that it has had; empty where its control group can't be read. */
  Optional<ProcessUsage> usage() {
    ProcessUsage ended = new ProcessUsage(cpuNanosOfEnded, 0);
    Optional<ProcessUsage> now = running.group().flatMap(ControlGroup::usage).map(ended::plus);
    return now.isPresent() || ended.cpuNanos() == 0 ? now : Optional.of(ended);
  }

  @Override
  public boolean isActive() {
    if (fault.isPresent() || owned.exitCode().isPresent()) {
      return false;
    }
    Endpoint plain = endpoints.get(0);
    try {
      return MqttProbe.connect(plain.host(), plain.port(), PROBE_TIMEOUT) == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public boolean isStandby() {
    if (pair.isEmpty() || fault.isPresent() || owned.exitCode().isPresent() || isActive()) {
      return false;
    }
    try {
      return pair.get().isInSync(running.address(pair.get().statusPort()));
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public synchronized void inject(FaultKind kind) throws BrokerException {
    if (fault.isPresent() || owned.closed() || owned.exitCode().isPresent()) {
      throw new BrokerException(
          "%s: %s can't be done: it %s"
              .formatted(
                  this, kind, fault.map(f -> "has " + f + " already").orElse("doesn't run")));
    }
    try {
      switch (kind) {
        case KILL -> kill();
        case STOP -> owned.halt(true);
        case CUT -> cut = Optional.of(NftTable.makeIn(pidToCut(), "a cut", CUT));
      }
      fault = Optional.of(kind);
    } catch (BrokerException e) {
      throw new BrokerException(
          "%s: %s can't be done: %s".formatted(this, kind, e.getMessage()), e);
    } catch (DockerException e) {
      throw new BrokerException(
          "%s: %s can't be done: %s".formatted(this, kind, DockerEngine.reason(e)), e);
    }
  }

  private long pidToCut() throws BrokerException {
    return running
        .pid()
        .orElseThrow(() -> new BrokerException("its processes aren't on this machine"));
  }

  /** What it has used is read at the last moment: its control group goes with it. */
  private void kill() {
    fault = Optional.of(FaultKind.KILL);
    cpuNanosOfEnded = usage().map(ProcessUsage::cpuNanos).orElse(cpuNanosOfEnded);
    owned.crash();
    running = running.ended();
  }

  @Override
  public synchronized void heal() throws BrokerException {
    if (fault.isEmpty() || owned.closed()) {
      return;
    }
    try {
      switch (fault.get()) {
        case KILL -> startAgain();
        case STOP -> owned.halt(false);
        case CUT -> join();
      }
      fault = Optional.empty();
    } catch (IOException e) {
      throw new BrokerException(
          "%s can't be healed of %s: %s".formatted(this, fault.get(), e.getMessage()), e);
    } catch (DockerException e) {
      throw new BrokerException(
          "%s can't be healed of %s: %s".formatted(this, fault.get(), DockerEngine.reason(e)), e);
    }
  }

  private void startAgain() throws IOException {
    owned.startAgain();
    running = RunningContainer.of(docker.host(), running.plan(), docker.inspect(owned.id()));
  }

  private void join() {
    cut.ifPresent(NftTable::close);
    cut = Optional.empty();
  }

  /** What went wrong, once it has ended and nobody meant it to. */
  Optional<String> failure() {
    OptionalInt end = owned.exitCode();
    boolean meant = fault.filter(kind -> kind == FaultKind.KILL).isPresent();
    if (owned.closed() || end.isEmpty() || meant) {
      return Optional.empty();
    }
    int code = end.getAsInt();
    return Optional.of(
        code > KILLED
            ? "%s was killed (signal %d)".formatted(this, code - KILLED)
            : "%s ended by itself (exit code %d): %s".formatted(this, code, owned.log().reason()));
  }

  @Override
  public void close() {
    synchronized (this) {
      join();
    }
    owned.close();
  }

  /** As messages name it. */
  @Override
  public String toString() {
    return name.equals(BrokerNode.ONLY) ? title : title + " " + name;
  }
}
