package io.brokerbench.core.engine.stage;

import io.brokerbench.core.telemetry.ProcessHoldings;
import java.util.OptionalLong;

/**
 * What broker and tool held at the end of a second; absent is what is not known.
 *
 * @param ownRssBytes resident memory of the tool's processes, on all machines
 * @param ownHeapBytes heap of the tool after its latest collection; absent where there was none in
 *     the second, and where several JVMs carry the run
 * @param own threads and descriptors of the tool's processes; absent with agents on other machines
 *     or in containers
 * @param broker threads and descriptors of the broker's processes on this machine
 */
public record HeldResources(
    OptionalLong ownRssBytes,
    OptionalLong ownHeapBytes,
    ProcessHoldings own,
    ProcessHoldings broker) {

  /** Nothing is known. */
  public static final HeldResources UNKNOWN =
      new HeldResources(
          OptionalLong.empty(),
          OptionalLong.empty(),
          ProcessHoldings.UNKNOWN,
          ProcessHoldings.UNKNOWN);
}
