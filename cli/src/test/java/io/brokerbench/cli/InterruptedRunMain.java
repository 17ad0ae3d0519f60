package io.brokerbench.cli;

import java.nio.file.Path;
import java.time.Duration;

/**
 * A run that only a signal ends, in a JVM of its own: {@code FOLDER DRAIN}, or {@code FOLDER
 * connecting} for one that doesn't get beyond that.
 */
final class InterruptedRunMain {

  private InterruptedRunMain() {}

  public static void main(String[] args) {
    RigFactory rigs =
        args[1].equals("connecting")
            ? StubRig.connecting()
            : StubRig.endless(Duration.parse(args[1]));
    Session session = new Session(Path.of(args[0])).with(rigs);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  System.err.print(session.err());
                  System.err.println("open brokers: " + session.artemis.open);
                }));
    System.out.println("ready");
    int code = session.runScenario("FANIN.Q0.SHARED");
    System.out.print(session.out());
    System.exit(code);
  }
}
