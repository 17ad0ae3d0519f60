package io.brokerbench.junit;

import static java.time.Duration.ofMillis;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.core.definition.Scenarios;
import io.brokerbench.core.engine.LoadRig;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.mqtt.swarm.SwarmDriverProvider;
import io.brokerbench.testkit.broker.FaultyBroker;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

/** The document of a real run, with figures put in its place. */
final class ExampleRun {

  /** Where its results are, as it says. */
  static final Path FOLDER = Path.of("target/brokerbench/x");

  private static final ObjectMapper JSON = new ObjectMapper();

  private ExampleRun() {}

  /** Measured once. */
  private static final class Measured {
    static final String DOCUMENT = measure();

    private static String measure() {
      try (FaultyBroker broker = FaultyBroker.start()) {
        return RunResult.CODEC.write(
            new LoadRig(
                    Overrides.with()
                        .publishers(1)
                        .rate(1_000)
                        .warmUp(Duration.ZERO)
                        .duration(ofMillis(100))
                        .applyTo(Scenarios.load().find("FANIN.Q1.SINGLE")),
                    broker,
                    new SwarmDriverProvider(),
                    RigSettings.defaults(),
                    RunListener.NONE)
                .run());
      } catch (RunException | InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  /** A run that went well, but for what is put in. */
  static MeasuredRun with(Consumer<ObjectNode> change) {
    try {
      ObjectNode result = (ObjectNode) JSON.readTree(Measured.DOCUMENT);
      at(result, "verdict").put("status", "OK").put("complete", true);
      at(result, "messages").put("lost", 0).put("duplicated", 0).put("reordered", 0);
      at(result, "messages").putArray("missing");
      at(result, "throughput").put("offeredPerSecond", 1_000.0).put("sentPerSecond", 999.0);
      at(result, "backlog").put("highWaterMark", 41);
      at(result, "latency", "endToEnd")
          .put("count", 10_000)
          .put("meanNanos", 700_000.0)
          .put("stdevNanos", 1_100_000.0)
          .put("p50Nanos", 610_000)
          .put("p95Nanos", 1_300_000)
          .put("p99Nanos", 7_300_000)
          .put("p999Nanos", 9_100_000)
          .put("p9999Nanos", 9_500_000)
          .put("maxNanos", 9_700_000);
      ObjectNode usage = result.putObject("brokerUsage");
      usage.put("cpuSeconds", 1).put("cpuPercentOfCore", 61.0).put("cpuPercentOfSystem", 30.0);
      usage.put("cpuMicrosPerMessage", 61.0).put("peakRssBytes", 412_000_000);
      usage.put("projectedPerSecondAtOneCore", 1).put("projectedPerSecondAtFullCpu", 2);
      change.accept(result);
      return new MeasuredRun(RunResult.CODEC.read(JSON.writeValueAsString(result)), FOLDER);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** A part of a document. */
  static ObjectNode at(ObjectNode result, String... path) {
    JsonNode node = result;
    for (String name : path) {
      node = node.required(name);
    }
    return (ObjectNode) node;
  }
}
