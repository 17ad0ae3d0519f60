package io.brokerbench.core.cluster;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.result.Calibration;
import io.brokerbench.core.telemetry.MachineLimits;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What an agent says it can carry.
 *
 * @param name that people know it by; no two of a cluster should have the same
 * @param version of its build
 * @param cores logical processors
 * @param perSecond messages per second that its machine was calibrated to; empty where it was not
 * @param mostClients connections that one worker on it can have: files, memory
 * @param ports of them towards one address and port of the broker: local ports
 * @param sources addresses to connect from; empty lets its system choose
 */
public record AgentOffer(
    String name,
    String version,
    int cores,
    OptionalDouble perSecond,
    int mostClients,
    int ports,
    List<InetAddress> sources) {

  /** Files that a worker has open beside its connections. */
  private static final int FILES_OF_A_WORKER = 200;

  /** Of a worker and of the kernel, for a connection with nothing under way. */
  private static final long CONNECTION_BYTES = 5_300;

  /** Checks the limits. */
  public AgentOffer {
    sources = List.copyOf(sources);
    if (!name.matches("[\\w.@-]{1,100}")) {
      throw new DefinitionException("name", "1 to 100 letters, digits or . - _ @", name);
    }
    if (cores < 1) {
      throw new DefinitionException("cores", "at least 1", cores);
    }
  }

  /** What this machine can carry, as far as it is known. */
  public static AgentOffer ofThisMachine(
      String name,
      MachineLimits limits,
      Optional<Calibration> calibration,
      List<InetAddress> sources) {
    long most = Integer.MAX_VALUE;
    if (limits.files().isPresent()) {
      most = limits.files().get().limit() - FILES_OF_A_WORKER;
    }
    long ports = limits.localPorts().orElse(Integer.MAX_VALUE) * Math.max(1, sources.size());
    if (limits.availableMemoryBytes().isPresent()) {
      most = Math.min(most, limits.availableMemoryBytes().getAsLong() / CONNECTION_BYTES);
    }
    return new AgentOffer(
        name,
        BuildVersion.current(),
        Runtime.getRuntime().availableProcessors(),
        calibration
            .map(
                known ->
                    known.ceilings().stream()
                        .mapToDouble(Calibration.Ceiling::perSecond)
                        .max()
                        .orElseThrow())
            .map(OptionalDouble::of)
            .orElse(OptionalDouble.empty()),
        (int) Math.max(0, most),
        (int) Math.min(Integer.MAX_VALUE, ports),
        sources);
  }

  /** Connections that it can have to one address of a broker. */
  public int toOneAddress() {
    return Math.min(mostClients, ports);
  }
}
