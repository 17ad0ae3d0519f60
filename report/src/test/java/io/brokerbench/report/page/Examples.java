package io.brokerbench.report.page;

import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.result.BrokerIdentity.Origin;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.experiment.gate.AbEnd;
import io.brokerbench.experiment.gate.AbPlan;
import io.brokerbench.experiment.gate.AbResult;
import io.brokerbench.experiment.gate.AbRound;
import io.brokerbench.experiment.gate.AbSide;
import io.brokerbench.experiment.gate.Decision;
import io.brokerbench.experiment.gate.Evidence;
import io.brokerbench.experiment.gate.FigureComparison;
import io.brokerbench.experiment.gate.GateVerdict;
import io.brokerbench.experiment.gate.Inconclusive;
import io.brokerbench.experiment.gate.Regressed;
import io.brokerbench.experiment.gate.RoundDesign;
import io.brokerbench.experiment.gate.Side;
import io.brokerbench.experiment.search.SearchResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Documents of real runs, and some that are made up. */
final class Examples {

  private Examples() {}

  static RunResult run() {
    return RunResult.CODEC.read(text("run.json"));
  }

  static RunResult failover() {
    return RunResult.CODEC.read(text("failover.json"));
  }

  static RunResult connects() {
    return RunResult.CODEC.read(text("connects.json"));
  }

  static SearchResult search() {
    return SearchResult.CODEC.read(text("search.json"));
  }

  static AbResult ab() {
    RunResult run = run();
    Figure p99 = FigureCatalogue.find("latency.endToEnd.p99").withTolerance(0.1);
    Figure rate = FigureCatalogue.find("throughput.received");
    FigureComparison worse =
        new FigureComparison(
            p99,
            new Regressed(evidence(0.18, 0.11, 0.26, 0.1)),
            List.of(2e6, 2.1e6, 1.9e6, 2.05e6),
            List.of(2.4e6, 2.5e6, 2.3e6, 9e6));
    FigureComparison open =
        new FigureComparison(
            rate,
            new Inconclusive(evidence(-0.01, -0.09, 0.06, 0.05), "too wide", OptionalInt.of(20)),
            List.of(9_990.0, 10_000.0, 9_980.0, 10_010.0),
            List.of(9_900.0, 9_890.0, 9_950.0, 9_800.0));
    return new AbResult(
        AbResult.SCHEMA,
        run.scenario(),
        new AbSide("embedded", Optional.of(run.broker())),
        new AbSide("container:artemis", Optional.of(identity())),
        Optional.of(run.driver()),
        run.environment(),
        run.startedAt(),
        Duration.ofMinutes(11),
        new AbPlan(8, Duration.ofMinutes(20), 42),
        new RoundDesign(true, 1, Duration.ofSeconds(10), 0),
        AbEnd.ROUNDS,
        3,
        List.of(
            new AbRound(
                1,
                Side.BASELINE,
                List.of("round-01-baseline-1.json"),
                List.of("round-01-candidate-1.json"))),
        List.of(),
        3,
        0,
        new GateVerdict(Decision.REGRESSED, "", Optional.empty(), List.of(open, worse)),
        Optional.empty());
  }

  private static BrokerIdentity identity() {
    return new BrokerIdentity("Artemis", "2.56.0", Origin.CONTAINER, "container:artemis");
  }

  private static Evidence evidence(double change, double low, double high, double tolerance) {
    return new Evidence(
        change,
        OptionalDouble.of(low),
        OptionalDouble.of(high),
        OptionalDouble.of(0.07),
        tolerance,
        OptionalDouble.of(0.01),
        4,
        4);
  }

  static String text(String resource) {
    try (InputStream in = Examples.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
