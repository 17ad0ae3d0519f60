package io.brokerbench.cli;

import io.brokerbench.core.engine.Rig;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.experiment.bench.RigFactory;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

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
    AtomicInteger ofCandidate = new AtomicInteger();
    return (scenario, broker, driver, settings, listener) ->
        new Rig() {
          @Override
          public RunResult run() {
            boolean candidate = broker.identity().selector().equals(CANDIDATE);
            boolean slower = kind.equals("slower") && candidate;
            // Now far better and now far worse, in whatever order both sides run.
            boolean better = candidate && ofCandidate.getAndIncrement() % 2 == 0;
            double scatter = kind.equals("noisy") && candidate ? (better ? 0.25 : 4) : 1;
            return StubRig.withLatency(
                StubRig.result(scenario, broker, Verdict.Status.OK, true),
                Math.round(2e6 * (slower ? 2 : 1) * scatter));
          }

          @Override
          public void stop() {}
        };
  }
}
