package io.brokerbench.cli;

import io.brokerbench.core.engine.Rig;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.experiment.bench.RigFactory;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * The command line in a JVM of its own, with stand-ins for brokers. The variable {@code STAND_IN}
 * says how latencies are: {@code equal} on both sides; {@code slower} on the candidate, which is
 * {@value #CANDIDATE}; {@code noisy}, too much for a decision.
 */
final class StandInMain {

  static final String CANDIDATE = "embedded:activemq";

  private StandInMain() {}

  public static void main(String[] args) {
    Session session = new Session(Path.of("")).with(rigs(System.getenv("STAND_IN")));
    int code = session.run(args);
    System.out.print(session.out());
    System.err.print(session.err());
    System.exit(code);
  }

  private static RigFactory rigs(String kind) {
    SplittableRandom random = new SplittableRandom(5);
    return (scenario, broker, driver, settings, listener) ->
        new Rig() {
          @Override
          public RunResult run() {
            boolean slower =
                kind.equals("slower") && broker.identity().selector().equals(CANDIDATE);
            double scatter = kind.equals("noisy") ? random.nextDouble(0.2, 5) : 1;
            return StubRig.withLatency(
                StubRig.result(scenario, broker, Verdict.Status.OK, true),
                Math.round(2e6 * (slower ? 2 : 1) * scatter));
          }

          @Override
          public void stop() {}
        };
  }
}
