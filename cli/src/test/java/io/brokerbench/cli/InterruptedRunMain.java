package io.brokerbench.cli;

import io.brokerbench.core.engine.Rig;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.experiment.bench.RigFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * A run that only a signal ends, in a JVM of its own: {@code FOLDER DRAIN}, or {@code FOLDER
 * connecting} for one that does not get beyond that.
 */
final class InterruptedRunMain {

  private InterruptedRunMain() {}

  public static void main(String[] args) {
    RigFactory rigs =
        switch (args[1]) {
          case "connecting" -> StubRig.connecting();
          case "slow" -> slow();
          default -> StubRig.endless(Duration.parse(args[1]));
        };
    Session session = new Session(Path.of(args[0])).with(rigs);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  System.err.print(session.err());
                  System.err.println("open brokers: " + session.artemis.open);
                }));
    System.out.println("ready");
    int code =
        args.length > 2
            ? session.run(
                "ab",
                "FANIN.Q0.SINGLE",
                "--baseline",
                "embedded:artemis",
                "--candidate",
                "embedded:artemis",
                "--out",
                args[0])
            : session.runScenario("FANIN.Q0.SHARED");
    System.out.print(session.out());
    System.exit(code);
  }

  /** Rigs whose runs take a moment each, and whose latencies scatter too much for a decision. */
  private static RigFactory slow() {
    SplittableRandom random = new SplittableRandom(1);
    return (scenario, broker, driver, settings, listener) ->
        new Rig() {
          @Override
          public RunResult run() throws InterruptedException {
            TimeUnit.MILLISECONDS.sleep(100);
            return StubRig.withLatency(
                StubRig.result(scenario, broker, Verdict.Status.OK, true),
                random.nextLong(1_000_000, 9_000_000));
          }

          @Override
          public void stop() {}
        };
  }
}
