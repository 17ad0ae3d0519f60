package io.brokerbench.containers.process;

import io.brokerbench.containers.MqttProbe;
import io.brokerbench.containers.process.Recipe.Launch;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerNode;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.NodeProcess;
import io.brokerbench.core.scenario.FaultKind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** A node whose process is ours. */
final class ProcessNode implements BrokerNode, AutoCloseable {

  private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(1);

  /** The exit code of a process that a signal ended is this and the signal's number. */
  private static final int KILLED = 128;

  private static final int MAX_SIGNAL = 64;

  /**
   * What it is.
   *
   * @param name among the nodes of its broker
   * @param title of the broker, in messages
   * @param endpoints where it listens
   * @param again how it is started again
   * @param standby line of its log that says that it could take over
   */
  record Identity(
      String name,
      String title,
      List<Endpoint> endpoints,
      Launch again,
      Optional<Pattern> standby) {}

  private final Identity identity;
  private final OwnedProcess owned;
  private final List<NodeProcess> ended = new ArrayList<>();
  private volatile Optional<FaultKind> fault = Optional.empty();
  private Optional<Cut> cut = Optional.empty();

  ProcessNode(Identity identity, OwnedProcess owned) {
    this.identity = identity;
    this.owned = owned;
  }

  @Override
  public String name() {
    return identity.name();
  }

  @Override
  public List<Endpoint> endpoints() {
    return identity.endpoints();
  }

  @Override
  public OptionalLong pid() {
    return OptionalLong.of(owned.process().pid());
  }

  @Override
  public synchronized List<NodeProcess> processes() {
    List<NodeProcess> all = new ArrayList<>(ended);
    if (fault.filter(kind -> kind == FaultKind.KILL).isEmpty()) {
      all.add(NodeProcess.running(owned.process().pid()));
    }
    return all;
  }

  @Override
  public boolean isActive() {
    if (disturbed() || !owned.process().isAlive()) {
      return false;
    }
    Endpoint plain = identity.endpoints().get(0);
    try {
      return MqttProbe.connect(plain.host(), plain.port(), PROBE_TIMEOUT) == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public boolean isStandby() {
    if (identity.standby().isEmpty() || disturbed() || !owned.process().isAlive()) {
      return false;
    }
    try {
      return owned.log().find(identity.standby().get()).isPresent();
    } catch (IOException e) {
      return false;
    }
  }

  private boolean disturbed() {
    return fault.isPresent();
  }

  @Override
  public synchronized void inject(FaultKind kind) throws BrokerException {
    if (fault.isPresent() || owned.closed() || !owned.process().isAlive()) {
      throw new BrokerException(
          "%s: %s can't be done: it %s"
              .formatted(
                  this, kind, fault.map(f -> "has " + f + " already").orElse("doesn't run")));
    }
    try {
      switch (kind) {
        case KILL -> kill();
        case STOP -> owned.halt(true);
        case CUT -> cut = Optional.of(Cut.of(ports()));
      }
      fault = Optional.of(kind);
    } catch (BrokerException | IOException e) {
      throw new BrokerException(
          "%s: %s can't be done: %s".formatted(this, kind, e.getMessage()), e);
    }
  }

  /**
   * What it has used is read at the last moment: of a process that is gone nobody can tell. That it
   * is meant is told before it dies.
   */
  private void kill() {
    Process process = owned.process();
    fault = Optional.of(FaultKind.KILL);
    Duration used = process.info().totalCpuDuration().orElse(Duration.ZERO);
    owned.crash();
    ended.add(new NodeProcess(process.pid(), Optional.of(used)));
  }

  private Set<Integer> ports() {
    Set<Integer> ports = new TreeSet<>(identity.again().peerPorts());
    identity.endpoints().forEach(endpoint -> ports.add(endpoint.port()));
    return ports;
  }

  @Override
  public synchronized void heal() throws BrokerException {
    if (fault.isEmpty()) {
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
    }
  }

  private void startAgain() throws IOException {
    if (!owned.awaitEnd()) {
      throw new IOException("process " + owned.process().pid() + " does not end");
    }
    owned.launch(identity.again());
  }

  private void join() {
    cut.ifPresent(Cut::close);
    cut = Optional.empty();
  }

  /** What went wrong, once it has ended and nobody meant it to. Never waits for a fault. */
  Optional<String> failure() {
    Process process = owned.process();
    if (owned.closed() || process.isAlive()) {
      return Optional.empty();
    }
    boolean meant = fault.filter(kind -> kind == FaultKind.KILL).isPresent();
    if (meant || !owned.process().equals(process)) { // or it has been started again meanwhile
      return Optional.empty();
    }
    int code = process.exitValue();
    return Optional.of(
        code > KILLED && code <= KILLED + MAX_SIGNAL
            ? "%s was killed (signal %d)".formatted(this, code - KILLED)
            : "%s ended by itself (exit code %d): %s".formatted(this, code, owned.log().reason()));
  }

  Path folder() {
    return owned.folder();
  }

  List<String> logTail(int lines) {
    return owned.log().tail(lines);
  }

  void requestEnd() {
    owned.requestEnd();
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
    return identity.name().equals(BrokerNode.ONLY)
        ? identity.title()
        : identity.title() + " " + identity.name();
  }
}
