package io.brokerbench.core.broker;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import java.time.Duration;
import java.util.Optional;

/**
 * Shell commands of the user that do a fault to a node of a broker that others run, undo it, and
 * find out whether the other nodes are in sync before. They come from the command line alone: no
 * scenario and no result holds them, and no other machine gets them.
 *
 * @param inject does it; {@code {node}}, {@code {host}} and {@code {port}} in it stand for the
 *     node's name, and for the host and the port of its address
 * @param heal undoes it; empty where nothing is to be done for that
 * @param sync ends with exit code 0 where a node is in sync, so that the fault may be done; empty
 *     where that is not asked
 * @param limit longest time that each of them may take
 */
public record FaultCommands(
    String inject, Optional<String> heal, Optional<String> sync, Duration limit) {

  /** Time limit unless another one is given. */
  public static final Duration USUAL_LIMIT = Duration.ofSeconds(60);

  private static final Duration MOST = Duration.ofHours(1);

  /** Those of a broker that is not asked whether it is in sync. */
  public FaultCommands(String inject, Optional<String> heal, Duration limit) {
    this(inject, heal, Optional.empty(), limit);
  }

  /** Checks that there is a command, and the limit. */
  public FaultCommands {
    if (inject.isBlank()) {
      throw new DefinitionException("faultCommand", "a command", "nothing");
    }
    if (limit.isNegative() || limit.isZero() || limit.compareTo(MOST) > 0) {
      throw new DefinitionException(
          "faultLimit", "more than 0s, and at most 1h", Durations.format(limit));
    }
  }

  /** Longest time from the start of a fault until it is undone, where it is undone at once. */
  public Duration longest() {
    return heal.isPresent() ? limit.multipliedBy(2) : limit;
  }

  /** The command that does it to a node. */
  public String injectAt(BrokerNode node) {
    return at(node, inject);
  }

  /** The command that undoes it at a node. */
  public Optional<String> healAt(BrokerNode node) {
    return heal.map(command -> at(node, command));
  }

  /** The command that finds out whether a node is in sync. */
  public Optional<String> syncAt(BrokerNode node) {
    return sync.map(command -> at(node, command));
  }

  /** Whether a command differs from node to node. */
  public static boolean namesItsNode(String command) {
    return command.contains("{node}") || command.contains("{host}") || command.contains("{port}");
  }

  private static String at(BrokerNode node, String command) {
    Endpoint endpoint = node.endpoints().get(0);
    return command
        .replace("{node}", node.name())
        .replace("{host}", endpoint.host())
        .replace("{port}", Integer.toString(endpoint.port()));
  }
}
