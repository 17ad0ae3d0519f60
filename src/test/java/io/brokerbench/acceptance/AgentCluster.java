package io.brokerbench.acceptance;

import java.nio.file.Path;
import java.util.List;

/** Agents and commands that ask for them, in one cluster of the test's own. */
final class AgentCluster {

  private final Path folder;

  /**
   * Agents that start later.
   *
   * @param folder for the folder of each process
   */
  AgentCluster(Path folder) {
    this.folder = folder;
  }

  Tool tool(String name) {
    return new Tool(folder.resolve(name)).with("BROKERBENCH_SECRET", "a secret of the test's own");
  }

  static String name() {
    return "agents-it-" + ProcessHandle.current().pid();
  }

  Call agent(String name) {
    return agent(tool(name), name);
  }

  static Call agent(Tool tool, String name) {
    Call agent = tool.start("agent", "--cluster", name(), "--bind", "127.0.0.1", "--name", name);
    agent.awaitLine("waiting for work");
    return agent;
  }

  static List<ProcessHandle> workers(Call agent) {
    return ProcessHandle.of(agent.pid()).stream().flatMap(ProcessHandle::children).toList();
  }

  /** A command whose load agents carry. */
  static List<String> carried(String command, int agents) {
    String whole = command + " --agents " + agents + " --bind 127.0.0.1 --cluster " + name();
    return List.of(whole.split(" ", -1));
  }
}
