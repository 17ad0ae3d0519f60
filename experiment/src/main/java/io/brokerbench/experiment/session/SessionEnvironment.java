package io.brokerbench.experiment.session;

import io.brokerbench.core.engine.stage.BusyMachine;
import io.brokerbench.experiment.bench.RigFactory;
import java.nio.file.Path;
import java.time.Clock;
import java.util.function.Supplier;

/**
 * What a session works with.
 *
 * @param brokers where they come from
 * @param loads where the clients of loads run
 * @param local where probes and single clients run: always this process
 * @param unwatched makes the rigs of probes beside a load, whose figures are not shown
 * @param machine begins to look whether other work keeps this machine busy
 * @param clock for dates and the names of folders
 * @param out where result folders are made
 */
public record SessionEnvironment(
    Brokers brokers,
    LoadGenerators loads,
    LoadGenerators local,
    RigFactory unwatched,
    Supplier<BusyMachine> machine,
    Clock clock,
    Path out) {

  /** One in which the same carry all clients. */
  public SessionEnvironment(
      Brokers brokers,
      LoadGenerators generators,
      Supplier<BusyMachine> machine,
      Clock clock,
      Path out) {
    this(brokers, generators, generators, generators.rigs(), machine, clock, out);
  }

  /** Whether the clients are on this machine; an agent carries those of one run at a time. */
  boolean carriesLoads() {
    return loads.equals(local);
  }
}
