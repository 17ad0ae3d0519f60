package io.brokerbench.core.engine.stage;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.NodeProcess;
import io.brokerbench.core.result.BrokerIdentity.Origin;
import io.brokerbench.core.telemetry.ProcessSampler;
import io.brokerbench.core.telemetry.ProcessUsage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The processes of a broker: of all its nodes, those that were killed and started again included.
 * Belongs to one thread.
 */
final class BrokerProcesses {

  private final Supplier<List<NodeProcess>> processes;
  private final Map<Long, ProcessUsage> lastOfEach = new HashMap<>();

  /**
   * @param processes all there have been so far, asked at each sample
   */
  BrokerProcesses(Supplier<List<NodeProcess>> processes) {
    this.processes = processes;
  }

  /** What a broker uses: all processes of its nodes, or where it shows none, what it reports. */
  static Function<ProcessSampler, Optional<ProcessUsage>> usageOf(Broker broker) {
    return broker.nodes().stream().allMatch(node -> node.processes().isEmpty())
        ? broker::usage
        : new BrokerProcesses(
                () -> broker.nodes().stream().flatMap(node -> node.processes().stream()).toList())
            ::usage;
  }

  /**
   * The processes of a broker that run now, with their children; empty where none is known. This
   * one where the broker is a part of it: what its threads wait for, the broker waits for.
   */
  static List<Long> pidsOf(Broker broker, ProcessSampler sampler) {
    if (isInThisProcess(broker)) {
      return List.of(ProcessHandle.current().pid());
    }
    List<Long> roots =
        broker.nodes().stream()
            .flatMap(node -> node.processes().stream())
            .filter(process -> process.cpuAtEnd().isEmpty())
            .map(NodeProcess::pid)
            .toList();
    return (roots.isEmpty() ? broker.pid().stream().boxed().toList() : roots)
        .stream().flatMap(pid -> sampler.family(pid).stream()).distinct().toList();
  }

  /**
   * Whether processes beside this one may belong to it on this machine: one of its listeners is at
   * an address of this machine, or that is unknown.
   */
  static boolean mayBeHere(Broker broker) {
    return !isInThisProcess(broker)
        && (broker.endpoints().isEmpty()
            || broker.endpoints().stream().anyMatch(endpoint -> isHere(endpoint.host())));
  }

  private static boolean isInThisProcess(Broker broker) {
    return broker.identity().origin() == Origin.IN_PROCESS;
  }

  private static boolean isHere(String host) {
    try {
      for (InetAddress address : InetAddress.getAllByName(host)) {
        if (address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  /**
   * CPU time of all of them since they started, and memory of those that run; empty where none is
   * known. One that was killed on purpose keeps the time that it had.
   */
  Optional<ProcessUsage> usage(ProcessSampler sampler) {
    return processes.get().stream()
        .flatMap(process -> usage(process, sampler).stream())
        .reduce(ProcessUsage::plus);
  }

  /**
   * One that has just gone keeps what it had when it was last looked at, until its end is reported.
   */
  private Optional<ProcessUsage> usage(NodeProcess process, ProcessSampler sampler) {
    if (process.cpuAtEnd().isPresent()) {
      return Optional.of(new ProcessUsage(process.cpuAtEnd().get().toNanos(), 0));
    }
    Optional<ProcessUsage> now = sampler.sample(process.pid());
    now.ifPresent(usage -> lastOfEach.put(process.pid(), usage));
    return now.or(
        () -> Optional.ofNullable(lastOfEach.get(process.pid())).map(ProcessUsage::withoutMemory));
  }
}
