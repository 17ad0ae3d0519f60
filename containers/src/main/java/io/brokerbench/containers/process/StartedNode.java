package io.brokerbench.containers.process;

import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerNode;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.network.PacketLoss.Rules;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.core.telemetry.ProcessUsage;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A node that was started here: its faults, and what is said when it ends. What it runs in is for
 * subclasses.
 */
public abstract class StartedNode implements BrokerNode, AutoCloseable {

  private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(1);

  /** The exit code of a process that a signal ended is this and the signal's number. */
  private static final int KILLED = 128;

  private static final int MAX_SIGNAL = 64;

  private final String name;
  private final String title;
  private final List<Endpoint> endpoints;
  private volatile Optional<FaultKind> fault = Optional.empty();
  private final AtomicInteger kills = new AtomicInteger();
  private Optional<Rules> cut = Optional.empty();

  /**
   * One that runs.
   *
   * @param name among the nodes of its broker
   * @param title of the broker, in messages
   * @param endpoints where it listens
   */
  protected StartedNode(String name, String title, List<Endpoint> endpoints) {
    this.name = name;
    this.title = title;
    this.endpoints = List.copyOf(endpoints);
  }

  /** Its first process' exit code, once it has ended. */
  protected abstract OptionalInt exitCode();

  /** Whether it ended as it had no memory left, where that is known. */
  protected boolean outOfMemory() {
    return false;
  }

  /** Whether it was ended by {@link #close}. */
  protected abstract boolean closed();

  /** What it prints. */
  protected abstract ProcessLog log();

  /** Whether it says that it has all that the active node has. */
  protected abstract boolean isInSync() throws IOException;

  /**
   * Ends its processes as a crash would, and leaves all else; returns at once. What it has used is
   * read before, as nothing is known of a process that is gone.
   */
  protected abstract void crash() throws IOException;

  /** Starts it with its store and its ports, once it has ended. */
  protected abstract void startAgain() throws IOException;

  /** Halts its processes, or lets them go on. */
  protected abstract void halt(boolean halt) throws IOException;

  /** Drops all packets to and from its ports. */
  protected abstract Rules cut() throws BrokerException;

  /** Drops all packets between it and the other nodes of its broker. */
  protected abstract Rules partition() throws BrokerException;

  /** Asks it to end, and returns at once. */
  protected void requestEnd() {}

  /** Ends it, and waits until it is gone. */
  protected abstract void end();

  /** Of all lives that it has had; empty where only its process is known. */
  protected Optional<ProcessUsage> usage() {
    return Optional.empty();
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final List<Endpoint> endpoints() {
    return endpoints;
  }

  @Override
  public final boolean isActive() {
    if (outOfReach()) {
      return false;
    }
    try {
      ClientProbe.connect(endpoints.get(0), PROBE_TIMEOUT);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public final boolean isStandby() {
    try {
      return !disturbed() && isInSync() && !isActive();
    } catch (IOException e) {
      return false;
    }
  }

  private boolean disturbed() {
    return fault.isPresent() || exitCode().isPresent();
  }

  /** Whether clients do not reach it; those of a node that is apart from the others do. */
  private boolean outOfReach() {
    return disturbed() && !fault.equals(Optional.of(FaultKind.PARTITION));
  }

  /** Whether it was killed by a fault, and not started again. */
  protected final boolean killed() {
    return fault.filter(kind -> kind == FaultKind.KILL).isPresent();
  }

  @Override
  public final synchronized void inject(FaultKind kind) throws BrokerException {
    if (disturbed() || closed()) {
      throw new BrokerException(
          "%s: %s cannot be done: it %s"
              .formatted(
                  this, kind, fault.map(f -> "has " + f + " already").orElse("does not run")));
    }
    try {
      switch (kind) {
        case KILL -> kill();
        case STOP -> halt(true);
        case CUT -> cut = Optional.of(cut());
        case PARTITION -> cut = Optional.of(partition());
        case COMMAND -> throw new BrokerException("a command is not done by the node");
      }
      fault = Optional.of(kind);
    } catch (BrokerException | IOException e) {
      throw new BrokerException(
          "%s: %s cannot be done: %s".formatted(this, kind, e.getMessage()), e);
    }
  }

  /** That it is meant is known before it dies, so that {@link #failure} does not report it. */
  private void kill() throws IOException {
    fault = Optional.of(FaultKind.KILL);
    kills.incrementAndGet();
    try {
      crash();
    } catch (IOException e) {
      fault = Optional.empty();
      throw e;
    }
  }

  @Override
  public final synchronized void heal() throws BrokerException {
    if (fault.isEmpty() || closed()) {
      return;
    }
    try {
      switch (fault.get()) {
        case KILL -> startAgain();
        case STOP -> halt(false);
        case CUT, PARTITION, COMMAND -> join();
      }
      fault = Optional.empty();
    } catch (IOException e) {
      throw new BrokerException(
          "%s cannot be healed of %s: %s".formatted(this, fault.get(), e.getMessage()), e);
    }
  }

  private void join() {
    cut.ifPresent(Rules::close);
    cut = Optional.empty();
  }

  /** What went wrong, once it has ended and no fault ended it. Never waits for a fault. */
  public final Optional<String> failure() {
    int killsBefore = kills.get();
    boolean meant = killed();
    OptionalInt end = exitCode();
    if (closed() || meant || end.isEmpty() || kills.get() != killsBefore) {
      return Optional.empty();
    }
    int code = end.getAsInt();
    if (outOfMemory()) {
      return Optional.of("%s ended, as its container had no memory left".formatted(this));
    }
    return Optional.of(
        code > KILLED && code <= KILLED + MAX_SIGNAL
            ? "%s was killed (signal %d)".formatted(this, code - KILLED)
            : "%s ended by itself (exit code %d): %s".formatted(this, code, log().reason()));
  }

  @Override
  public final void close() {
    synchronized (this) {
      join();
    }
    end();
  }

  /** As messages name it. */
  @Override
  public final String toString() {
    return name.equals(ONLY) ? title : title + " " + name;
  }
}
