package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.engine.LoadRig;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.Conditions;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.PayloadSpec;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Session;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.scenario.Workload;
import io.brokerbench.core.security.Security;
import io.brokerbench.mqtt.swarm.SwarmDriverProvider;
import io.brokerbench.testkit.broker.FaultyBroker;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a broker does wrong on purpose, and the verdict and the counts that are right, by hand.
 *
 * <p>In each run, 4 publishers send 100 messages each in a second, sequences 0 to 99, and 2
 * consumers own the messages of 2 publishers each. No window closes: it holds 200 messages.
 *
 * <p>The rows, and how an expectation reads, are in {@link FaultRows}.
 */
@Tag("in-process")
@Execution(ExecutionMode.CONCURRENT)
class VerdictMatrixIT {

  private static final int ALL = 400;
  private static final Pattern COUNT = Pattern.compile("(\\w+)=([0-9~]+)");
  private static final Pattern VERDICT = Pattern.compile("(\\w+).*");
  private static final Duration QUIET = Duration.ofSeconds(1);

  /** Half of the least time by which a broker has to be behind. */
  private static final Duration LONG_DELAY = Duration.ofMillis(250);

  static Stream<Arguments> matrix() {
    return FaultRows.rows()
        .flatMap(
            row ->
                Stream.of(Protocol.MQTT_3_1_1, Protocol.MQTT_5)
                    .flatMap(
                        protocol ->
                            IntStream.rangeClosed(0, 2)
                                .mapToObj(
                                    qos ->
                                        Arguments.of(
                                            row.fault(),
                                            qos,
                                            protocol,
                                            row.byQos().get(qos),
                                            row))));
  }

  @ParameterizedTest(name = "{0}, QoS {1}, {2}: {3}")
  @MethodSource("matrix")
  void theVerdictAndTheCountsAreRight(
      String fault, int qos, Protocol protocol, String expectation, FaultRows.Row row)
      throws Exception {
    FaultyBroker.Builder builder = FaultyBroker.builder();
    try (FaultyBroker broker =
        row.reportsQueues() ? builder.reportQueues().start() : builder.start()) {
      row.faults().accept(broker.faults());
      RunResult result =
          new LoadRig(
                  scenario(qos, protocol),
                  broker,
                  new SwarmDriverProvider(),
                  RigSettings.defaults(),
                  RunListener.NONE)
              .run();
      theCountsAre(expectation, result.messages());
      theVerdictIs(
          Status.valueOf(VERDICT.matcher(expectation).replaceAll("$1")), result, broker.delayed());
      assertThat(broker.violations()).isEmpty();
    }
  }

  /**
   * A machine that is late may hide lateness of the broker, and excuses no broken contract. The
   * brokers of sixteen tests share this JVM: one whose thread had no CPU did fall behind, and its
   * verdict says so rightly.
   */
  private static void theVerdictIs(Status right, RunResult result, Duration delayed) {
    Set<Status> expected = EnumSet.of(right);
    if (right != Status.CONTRACT_BROKEN) {
      expected.addAll(Set.of(Status.DISTURBED, Status.GENERATOR_LIMITED));
    }
    if (right == Status.OK && delayed.compareTo(LONG_DELAY) > 0) {
      expected.add(Status.BROKER_LIMITED);
    }
    assertThat(result.verdict().status())
        .as("%s, and the broker's thread was kept from its work for %s", result.verdict(), delayed)
        .isIn(expected);
  }

  private static void theCountsAre(String expectation, Messages messages) {
    Map<String, String> right =
        new HashMap<>(counts(new long[] {ALL, 0, ALL, 0, 0, 0, 0, 0, 0, 0}));
    Matcher given = COUNT.matcher(expectation);
    while (given.find()) {
      right.put(given.group(1), given.group(2));
    }
    Map<String, String> counted =
        new HashMap<>(
            counts(
                new long[] {
                  messages.acknowledged(),
                  messages.unacknowledgedDelivered(),
                  messages.received(),
                  messages.undelivered(),
                  messages.lost(),
                  messages.duplicated(),
                  messages.misdelivered(),
                  messages.reordered(),
                  messages.damaged(),
                  messages.unreleased().orElse(0)
                }));
    right.forEach(
        (name, count) -> counted.computeIfPresent(name, (n, c) -> count.equals("~") ? "~" : c));
    assertThat(counted).isEqualTo(right);
    assertThat(messages.scheduled()).isEqualTo(messages.sent()).isEqualTo(ALL);
    assertThat(messages.expected()).isEqualTo(ALL);
    assertThat(messages.unrecognised()).isZero();
    assertThat(messages.received() + messages.lost() + messages.undelivered())
        .isEqualTo(ALL - messages.unconfirmed());
  }

  private static Map<String, String> counts(long[] values) {
    String[] names = {
      "acknowledged",
      "unacknowledgedDelivered",
      "received",
      "undelivered",
      "lost",
      "duplicated",
      "misdelivered",
      "reordered",
      "damaged",
      "unreleased"
    };
    Map<String, String> counts = new HashMap<>();
    for (int i = 0; i < names.length; i++) {
      counts.put(names[i], Long.toString(values[i]));
    }
    return counts;
  }

  private static Scenario scenario(int qos, Protocol protocol) {
    return new Scenario(
        "matrix",
        "",
        new Topology(4, 2, Distribution.PARTITIONS),
        new Workload(
            Qos.of(qos), new PayloadSpec(32), false, new ConstantLoad(Rate.perSecond(ALL)), 42),
        new Session(protocol, false, 0, 200, Duration.ofSeconds(60)),
        Security.NONE,
        Conditions.NONE,
        new Phases(
            Duration.ZERO,
            Optional.empty(),
            Duration.ofSeconds(1),
            Duration.ofSeconds(8),
            QUIET,
            Duration.ofSeconds(20)));
  }
}
