package io.brokerbench.cluster;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.cluster.BuildVersion;

/** An agent in a JVM of its own. It ends with its input. */
final class AgentMain {

  private AgentMain() {}

  public static void main(String[] args) throws Exception {
    Agent agent =
        Agent.serve(
            Lab.settings(args[0], Integer.parseInt(args[1]), Lab.SECRET),
            Lab.offer(args[2], BuildVersion.current()),
            MemberHost.here(),
            NanoClock.SYSTEM,
            System.out::println);
    System.out.println("ready " + ProcessHandle.current().pid() + " " + agent.address());
    while (System.in.read() >= 0) {
      // nothing is reported
    }
    agent.close();
    Runtime.getRuntime().halt(0);
  }
}
