package io.brokerbench.experiment.size;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.result.Calibration;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.telemetry.FileDescriptorLimit;
import io.brokerbench.core.telemetry.MachineLimits;
import io.brokerbench.experiment.session.EnvironmentException;
import io.brokerbench.experiment.session.RunTarget;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * How many clients this machine carries of a target.
 *
 * @param limits what it has for connections
 */
public record MachineCapacity(MachineLimits limits) {

  private static final Comparator<Limit> FEWEST_FIRST = Comparator.comparingLong(Limit::clients);

  /** Files that a broker has open beside its connections. */
  private static final int FILES_OF_A_BROKER = 200;

  /**
   * Memory for each device, where the broker takes it from this machine, too: the report whose
   * sizes these are gave its broker a GB for 4 000 devices.
   */
  private static final long BYTES_WITH_BROKER = 250_000;

  /** Of the generator and of the kernel, where no calibration says it. */
  private static final long BYTES_OF_A_CLIENT = 25_000;

  /** Of the kernel alone. */
  private static final long SOCKET_BYTES = 3_000;

  /**
   * A limit.
   *
   * @param clients most clients that it allows, publishers and consumers together
   * @param reason what it is, with its value
   */
  public record Limit(long clients, String reason) {}

  /**
   * The clients of {@code here}: what files and ports allow, and as many as memory, of this machine
   * and of the broker, and connecting leave room for.
   *
   * @param target whose scenario says how its clients connect
   */
  public Limit comfortable(RunTarget target) {
    List<Limit> all = hard(target);
    all.addAll(memories(target));
    target
        .settings()
        .calibration()
        .map(found -> connecting(found, target.scenario()))
        .ifPresent(all::add);
    all.add(new Limit(Topology.MAX_CLIENTS, "a scenario has at most so many clients"));
    return least(all);
  }

  /**
   * Makes sure that files and ports are enough for the clients of a target.
   *
   * @throws EnvironmentException if they are not; the message names the limit, and how many
   *     machines like this one have enough
   */
  public void require(RunTarget target) throws EnvironmentException {
    long clients = target.scenario().clients();
    List<Limit> all = hard(target);
    if (all.isEmpty() || least(all).clients() >= clients) {
      return;
    }
    Limit limit = least(all);
    long each = Math.max(1, least(ofGenerator(target)).clients());
    long machines = (clients + each - 1) / each;
    boolean elsewhere = target.brokers().startsBrokers();
    throw new EnvironmentException(
        "%s clients are more than this machine carries, %s: %s; %s like it could%s (--agents %d%s)"
            .formatted(
                NumberText.count(clients),
                NumberText.count(limit.clients()),
                limit.reason(),
                NumberText.counted(machines, "machine"),
                elsewhere ? ", with a broker elsewhere" : "",
                machines,
                elsewhere ? " --broker ADDRESS" : ""));
  }

  /**
   * The memory that may be too little for the clients of a target, as how much a client takes
   * depends on the broker; empty where all is enough.
   */
  public Optional<Limit> scarceMemory(RunTarget target) {
    return memories(target).stream()
        .min(FEWEST_FIRST)
        .filter(limit -> limit.clients() < target.scenario().clients());
  }

  /**
   * Source addresses that have enough ports for the clients of a target, on the loopback address.
   */
  public int sourcesFor(RunTarget target) {
    long ports = limits.localPorts().orElse(Long.MAX_VALUE);
    return (int) ((target.scenario().clients() - 1L) / ports) + 1;
  }

  /** Workers that have enough files for the clients of a target, as many as there may be. */
  public int workersFor(RunTarget target) {
    int workers = target.settings().workers();
    while (workers < RigSettings.MAX_WORKERS
        && workers * clientsOfAWorker(target) < target.scenario().clients()) {
      workers++;
    }
    return workers;
  }

  private List<Limit> hard(RunTarget target) {
    List<Limit> all = ofGenerator(target);
    if (target.brokers().startsBrokers()) {
      limits
          .files()
          .ifPresent(
              files ->
                  all.add(
                      new Limit(
                          Math.max(0, files.limit() - FILES_OF_A_BROKER),
                          mayOpen(files) + ", and the broker is one process")));
    }
    return all;
  }

  private List<Limit> ofGenerator(RunTarget target) {
    List<Limit> all = new ArrayList<>();
    int workers = target.settings().workers();
    limits
        .files()
        .ifPresent(
            files ->
                all.add(
                    new Limit(
                        workers * clientsOfAWorker(target),
                        mayOpen(files)
                            + (workers == 1
                                ? ""
                                : ", and there are %d workers".formatted(workers)))));
    int sources = Math.max(1, target.settings().sources().size());
    limits
        .localPorts()
        .ifPresent(
            ports ->
                all.add(
                    new Limit(
                        ports * sources,
                        sources == 1
                            ? "one source address has " + NumberText.count(ports) + " local ports"
                            : "%d source addresses have %s local ports each"
                                .formatted(sources, NumberText.count(ports)))));
    return all;
  }

  private static String mayOpen(FileDescriptorLimit files) {
    return "a process may open " + NumberText.count(files.limit()) + " files";
  }

  /** The most for which the driver needs no more files than are free. */
  private long clientsOfAWorker(RunTarget target) {
    if (limits.files().isEmpty()) {
      return Topology.MAX_CLIENTS;
    }
    long free = limits.files().get().free();
    long most = 0;
    for (long step = Long.highestOneBit(Topology.MAX_CLIENTS); step > 0; step /= 2) {
      if (target.driver().fileDescriptorsFor(most + step) <= free) {
        most += step;
      }
    }
    return most;
  }

  private List<Limit> memories(RunTarget target) {
    List<Limit> all = new ArrayList<>();
    limits.availableMemoryBytes().stream()
        .mapToObj(bytes -> memory(bytes, target))
        .forEach(all::add);
    if (target.brokers().startsBrokers()) {
      Stream.of(target.limits().memoryBytes(), target.brokers().memoryBytes(target.selector()))
          .flatMapToLong(OptionalLong::stream)
          .mapToObj(MachineCapacity::memoryOfBroker)
          .forEach(all::add);
    }
    return all;
  }

  private static Limit memory(long available, RunTarget target) {
    long each =
        target.brokers().startsBrokers()
            ? BYTES_WITH_BROKER
            : target
                .settings()
                .calibration()
                .map(found -> found.connections().bytesPerConnection() + SOCKET_BYTES)
                .orElse(BYTES_OF_A_CLIENT);
    return new Limit(
        available / each,
        "%s of memory is available, and a client is given %s"
            .formatted(NumberText.bytes(available), NumberText.bytes(each)));
  }

  private static Limit memoryOfBroker(long bytes) {
    return new Limit(
        bytes / BYTES_WITH_BROKER,
        "the broker has %s of memory, and a client is given %s"
            .formatted(NumberText.bytes(bytes), NumberText.bytes(BYTES_WITH_BROKER)));
  }

  private static Limit connecting(Calibration found, Scenario scenario) {
    double seconds = scenario.phases().connectLimit().toMillis() / 1e3;
    double perSecond = found.connections().perSecond();
    return new Limit(
        (long) (perSecond * seconds),
        "%s connects per second, as calibrated, for %s s"
            .formatted(NumberText.rate(perSecond), NumberText.measured(seconds)));
  }

  private static Limit least(List<Limit> all) {
    return all.stream().min(FEWEST_FIRST).orElseThrow();
  }
}
