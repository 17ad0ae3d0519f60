package io.brokerbench.core.engine.stage;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.BrokerNode;
import io.brokerbench.core.broker.FaultCommands;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Asks nodes that others run, one after the other, by a command of the user whether they are in
 * sync: exit code 0 says so. Never waits for a command. Belongs to the rig's thread.
 */
final class SyncCheck implements AutoCloseable {

  private final Optional<FaultCommands> commands;
  private final NanoClock clock;
  private List<BrokerNode> asked = List.of();
  private int inSync;
  private Optional<ShellCommand> running = Optional.empty();
  private String lastAnswer = "";

  SyncCheck(Optional<FaultCommands> commands, NanoClock clock) {
    this.commands = commands.filter(given -> given.sync().isPresent());
    this.clock = clock;
  }

  /**
   * The first node that has not yet said that it is in sync; empty once all have, one right after
   * the other, and where there is no command. To be asked again and again.
   *
   * @throws IOException if the command cannot be started
   */
  Optional<BrokerNode> behind(List<BrokerNode> nodes) throws IOException {
    if (commands.isEmpty()) {
      return Optional.empty();
    }
    if (!asked.equals(nodes)) {
      close();
      asked = List.copyOf(nodes);
    }
    if (running.isPresent() && running.get().isOver()) {
      readAnswer(running.get());
    }
    if (inSync == asked.size()) {
      inSync = 0;
      return Optional.empty();
    }
    BrokerNode next = asked.get(inSync);
    if (running.isEmpty()) {
      String command = commands.get().syncAt(next).orElseThrow();
      running =
          Optional.of(
              ShellCommand.start("the sync command", command, commands.get().limit(), clock));
    }
    return Optional.of(next);
  }

  /** All are asked again where one is not in sync, as the others may not stay so. */
  private void readAnswer(ShellCommand over) throws IOException {
    running = Optional.empty();
    try (over) {
      Optional<String> problem = over.problem();
      inSync = problem.isEmpty() ? inSync + 1 : 0;
      lastAnswer = problem.map(line -> ": " + line).orElse("");
    }
  }

  /** What was wrong when one was asked last, after a colon; empty where nothing was. */
  String lastAnswer() {
    return lastAnswer;
  }

  /** Ends a command that is under way. */
  @Override
  public void close() {
    running.ifPresent(ShellCommand::close);
    running = Optional.empty();
    inSync = 0;
    lastAnswer = "";
  }
}
