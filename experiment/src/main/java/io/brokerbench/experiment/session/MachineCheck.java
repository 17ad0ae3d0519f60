package io.brokerbench.experiment.session;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.engine.assignment.Slices;
import io.brokerbench.core.engine.assignment.Targets;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.worker.DriverSelection;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.telemetry.FileDescriptorLimit;
import io.brokerbench.core.telemetry.MachineLimits;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Whether this machine has the resources that the clients of a run require, and what to do
 * otherwise.
 */
final class MachineCheck {

  /** Files that a broker has open beside its connections: libraries, logs, listeners. */
  private static final int FILES_OF_A_BROKER = 200;

  private static final long PROCESS_BYTES = 64L << 20;
  private static final long PLAIN_CONNECTION_BYTES = 2_300;
  private static final long SECURED_CONNECTION_BYTES = 20L << 10;

  /** Of the kernel, for a socket with nothing under way. */
  private static final long SOCKET_BYTES = 3_000;

  private final Scenario scenario;
  private final ClientDriverProvider driver;
  private final RigSettings settings;
  private final MachineLimits limits;
  private final Topology topology;
  private final List<Topology> cut;
  private final long connections;

  MachineCheck(
      Scenario scenario, ClientDriverProvider driver, RigSettings settings, MachineLimits limits) {
    this(scenario, List.of(scenario.topology()), driver, settings, limits);
  }

  /**
   * Of several runs that share the workers.
   *
   * @param scenario with all of their clients
   * @param cut topologies of the runs, each of which is cut for all workers
   */
  MachineCheck(
      Scenario scenario,
      List<Topology> cut,
      ClientDriverProvider driver,
      RigSettings settings,
      MachineLimits limits) {
    this.scenario = scenario;
    this.cut = cut;
    this.driver = driver;
    this.settings = settings;
    this.limits = limits;
    this.topology = scenario.topology();
    this.connections = topology.clients();
  }

  /**
   * Checks open files of the workers, and of a broker that is started here as one process.
   *
   * @param startedHere name of that broker; empty for one that runs elsewhere
   */
  void files(String startedHere) throws EnvironmentException {
    if (limits.files().isEmpty()) {
      return;
    }
    FileDescriptorLimit files = limits.files().get();
    boolean brokerFits = startedHere.isEmpty() || connections + FILES_OF_A_BROKER <= files.limit();
    long needed = neededFiles(settings.workers(), files);
    if (needed > files.limit()) {
      throw new EnvironmentException(
          "%s connections need %s open files%s, the limit is %s: raise it (ulimit -n)%s"
              .formatted(
                  NumberText.count(connections),
                  NumberText.count(needed),
                  settings.workers() == 1
                      ? ""
                      : " in the largest of " + settings.workers() + " workers",
                  NumberText.count(files.limit()),
                  brokerFits
                      ? workersThatDo(files)
                      : "; more workers do not help, as " + startedHere + " is one process"));
    }
    if (!brokerFits) {
      throw new EnvironmentException(
          "%s connections need %s open files in %s, which is one process, the limit is %s: raise"
                  .formatted(
                      NumberText.count(connections),
                      NumberText.count(connections + FILES_OF_A_BROKER),
                      startedHere,
                      NumberText.count(files.limit()))
              + " it (ulimit -n), or give the address of a broker that may have more");
    }
  }

  /** A new worker has about as many open as this process has before it connects. */
  private long neededFiles(int workers, FileDescriptorLimit files) {
    return driver.fileDescriptorsFor(Slices.mostClients(cut, workers)) + files.open();
  }

  private String workersThatDo(FileDescriptorLimit files) {
    OptionalInt enough =
        IntStream.rangeClosed(settings.workers() + 1, RigSettings.MAX_WORKERS)
            .filter(workers -> neededFiles(workers, files) <= files.limit())
            .findFirst();
    return enough.isPresent() ? ", or use %d workers".formatted(enough.getAsInt()) : "";
  }

  /** Checks memory; only what is clearly impossible is refused. */
  void memory(boolean brokerIsHere) throws EnvironmentException {
    long secured =
        (scenario.security().ofPublishers().isPresent() ? topology.publishers() : 0L)
            + (scenario.security().ofConsumers().isPresent() ? topology.subscribers() : 0L);
    long needed =
        settings.workers() * PROCESS_BYTES
            + secured * SECURED_CONNECTION_BYTES
            + (connections - secured) * PLAIN_CONNECTION_BYTES
            + connections * SOCKET_BYTES * (brokerIsHere ? 2 : 1);
    if (limits.availableMemoryBytes().isPresent()
        && needed > limits.availableMemoryBytes().getAsLong()) {
      throw new EnvironmentException(
          "%s connections in %s need about %s of memory, and %s is available: use fewer clients"
              .formatted(
                  NumberText.count(connections),
                  settings.workers() == 1
                      ? "this process"
                      : NumberText.count(settings.workers()) + " workers",
                  NumberText.bytes(needed),
                  NumberText.bytes(limits.availableMemoryBytes().getAsLong())));
    }
  }

  /**
   * Checks local ports, once it is known where clients connect to.
   *
   * @throws DefinitionException if an address to connect from cannot reach the broker
   */
  void ports(Broker broker) throws EnvironmentException, RunException {
    Map<String, Long> clients = new LinkedHashMap<>();
    Targets targets =
        new Targets(
            broker,
            scenario.session().transport(),
            DriverSelection.of(scenario, driver).jmsProtocol());
    count(targets.publishing(scenario), topology.publishers(), clients);
    count(targets.consuming(scenario), topology.subscribers(), clients);
    for (Map.Entry<String, Long> target : clients.entrySet()) {
      boolean loopback = isLoopback(host(target.getKey()));
      requireReach(target.getKey(), loopback);
      requirePorts(target.getKey(), target.getValue(), loopback);
    }
  }

  private static void count(
      io.brokerbench.core.driver.Target target, int connections, Map<String, Long> clients) {
    int endpoints = target.endpoints().size();
    for (int i = 0; i < endpoints && i < connections; i++) {
      long share = (connections - i + endpoints - 1L) / endpoints;
      clients.merge(target.endpoint(i).host() + ":" + target.endpoint(i).port(), share, Long::sum);
    }
  }

  private static String host(String target) {
    return target.substring(0, target.lastIndexOf(':'));
  }

  private static boolean isLoopback(String host) {
    try {
      return Stream.of(InetAddress.getAllByName(host)).allMatch(InetAddress::isLoopbackAddress);
    } catch (UnknownHostException e) {
      return false;
    }
  }

  private void requireReach(String target, boolean loopback) {
    for (InetAddress source : settings.sources()) {
      if (source.isLoopbackAddress() && !loopback) {
        throw new DefinitionException(
            "sources",
            "a loopback address reaches brokers on this machine only, which " + target + " is not",
            source.getHostAddress());
      }
    }
  }

  private void requirePorts(String target, long wanted, boolean loopback)
      throws EnvironmentException {
    if (limits.localPorts().isEmpty()) {
      return;
    }
    long ports = limits.localPorts().getAsLong();
    int sources = Math.max(1, settings.sources().size());
    if (wanted > ports * sources) {
      long enough = (wanted + ports - 1) / ports;
      throw new EnvironmentException(
          "%s connections to %s need as many local ports, and %s: give %s"
              .formatted(
                  NumberText.count(wanted),
                  target,
                  sources == 1
                      ? "one source address has " + NumberText.count(ports)
                      : NumberText.count(sources)
                          + " source addresses have "
                          + NumberText.count(ports * sources),
                  loopback
                      ? NumberText.count(enough) + " source addresses"
                      : NumberText.count(enough) + " local addresses to connect from"));
    }
  }
}
