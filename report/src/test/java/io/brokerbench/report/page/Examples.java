package io.brokerbench.report.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.core.base.Json;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.result.BrokerIdentity.Origin;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
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
import java.util.function.Consumer;
import java.util.stream.StreamSupport;

/** Documents of real runs, and some that are made up. */
final class Examples {

  private Examples() {}

  static RunResult run() {
    return RunResult.CODEC.read(text("run.json"));
  }

  /** The same run with another verdict. */
  static RunResult run(Verdict.Status status, String reason) {
    return run(
        run ->
            run.putObject("verdict")
                .put("status", status.name())
                .put("complete", true)
                .putArray("reasons")
                .add(reason));
  }

  /** The same run with something changed in its document. */
  static RunResult run(Consumer<ObjectNode> change) {
    return RunResult.CODEC.read(changed(text("run.json"), change));
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

  /** The same search with something changed in its document. */
  static SearchResult search(Consumer<ObjectNode> change) {
    return SearchResult.CODEC.read(changed(text("search.json"), change));
  }

  /** The same comparison with something changed in its document. */
  static AbResult ab(Consumer<ObjectNode> change) {
    return AbResult.CODEC.read(changed(AbResult.CODEC.write(ab()), change));
  }

  private static String changed(String json, Consumer<ObjectNode> change) {
    try {
      ObjectNode document = (ObjectNode) Json.mapper().readTree(json);
      change.accept(document);
      return document.toString();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The chart of a page, as its script reads it. */
  static JsonNode chart(String html, String id) {
    return StreamSupport.stream(charts(html).spliterator(), false)
        .filter(chart -> chart.path("id").asText().equals(id))
        .findFirst()
        .orElseThrow();
  }

  /** The charts of a page, as its script reads them. */
  static JsonNode charts(String html) {
    String start = "id=\"charts\">";
    int from = html.indexOf(start) + start.length();
    try {
      return Json.mapper()
          .readTree(html.substring(from, html.indexOf("</script>", from)))
          .path("charts");
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  static AbResult ab() {
    RunResult run = run();
    Figure p99 = FigureCatalogue.find("latency.endToEnd.p99").withTolerance(0.1).withDecides(true);
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
        new RoundDesign(RoundDesign.Arrangement.SIDE_BY_SIDE, 1, Duration.ofSeconds(10), 0),
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
        Optional.empty(),
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
