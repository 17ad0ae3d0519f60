package io.brokerbench.junit;

import static io.brokerbench.junit.Overrides.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.testkit.engine.EventConditions.displayName;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedSuccessfully;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.instanceOf;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.load.Rate;
import io.brokerbench.testkit.RetryOnNoise;
import io.brokerbench.testkit.broker.FaultyBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.opentest4j.TestAbortedException;

/** Test classes as users write them, run by the platform against brokers of this process. */
class BrokerBenchTest {

  private static final List<Object> SEEN = new ArrayList<>();

  @TempDir private Path results;

  /** Small enough for any machine, and short. */
  static Overrides brief() {
    return with()
        .publishers(2)
        .rate(200)
        .warmUp(Duration.ZERO)
        .duration(Duration.ofMillis(300))
        .drain(Duration.ofSeconds(10))
        .quietPeriod(Duration.ofMillis(300))
        .attempts(10);
  }

  @BeforeEach
  void forget() {
    SEEN.clear();
    FaultyBrokers.STARTED.clear();
  }

  private EngineExecutionResults run(Class<?> tests) {
    return run(tests, results);
  }

  private EngineExecutionResults measured(Class<?> tests) {
    return measured(tests, results);
  }

  /** Again where one was aborted, as this machine could not send on schedule. */
  static EngineExecutionResults measured(Class<?> tests, Path results) {
    return RetryOnNoise.measure(
        () -> {
          SEEN.clear();
          FaultyBrokers.STARTED.clear();
          return run(tests, results);
        },
        executed -> executed.testEvents().aborted().count() == 0);
  }

  /** A class of tests as a user has it, on a broker of this process. */
  static EngineExecutionResults run(Class<?> tests, Path results) {
    return EngineTestKit.engine("junit-jupiter")
        .configurationParameter(BrokerBenchExtension.RESULTS, results.toString())
        .configurationParameter(BrokerBenchExtension.BROKER, "test:faulty")
        .selectors(selectClass(tests))
        .execute();
  }

  /**
   * Runs one, each of whose tests succeeds; says otherwise why not. Where other work disturbed all
   * runs, this test is aborted too.
   */
  static void succeeds(Class<?> tests, Path results) {
    List<TestExecutionResult> ended = ended(measured(tests, results));
    assertThat(ended)
        .isNotEmpty()
        .allMatch(result -> result.getStatus() == TestExecutionResult.Status.SUCCESSFUL);
  }

  /** How the tests ended; aborts where one was. */
  static List<TestExecutionResult> ended(EngineExecutionResults executed) {
    List<TestExecutionResult> ended =
        executed
            .testEvents()
            .finished()
            .map(event -> event.getRequiredPayload(TestExecutionResult.class))
            .toList();
    for (TestExecutionResult each : ended) {
      if (each.getStatus() == TestExecutionResult.Status.ABORTED) {
        throw new TestAbortedException(each.toString());
      }
    }
    return ended;
  }

  static void allAreClosed() {
    assertThat(FaultyBrokers.STARTED).isNotEmpty().allMatch(FaultyBrokers::isClosed);
  }

  @BrokerBench(broker = "test:faulty")
  static class Sharing {
    private final Broker ofConstructor;

    Sharing(Broker broker) {
      ofConstructor = broker;
    }

    @Test
    void one(Broker broker, Bench bench) {
      SEEN.add(broker);
      assertThat(broker).isSameAs(ofConstructor);
      BenchAssertions.assertThat(bench.run("FANIN.Q1.SINGLE", brief()))
          .isOk()
          .losesNothing()
          .duplicatesNothing()
          .reordersNothing()
          .sustainsAtLeast(Rate.perSecond(200))
          .keepsBacklogAtMost(60)
          .endToEnd()
          .p99()
          .isBelow(Duration.ofSeconds(10))
          .acknowledge()
          .max()
          .isAtMost(Duration.ofSeconds(10));
    }

    @Test
    void another(Broker broker) {
      SEEN.add(broker);
      throw new IllegalStateException("as tests do");
    }

    @Nested
    class Deeper {
      @Test
      void sharesToo(Broker broker) {
        SEEN.add(broker);
      }

      @Test
      @BrokerBench(broker = "test:drops")
      void hasItsOwn(Broker broker) {
        assertThat(broker).isNotSameAs(ofConstructor);
      }
    }
  }

  @Test
  void aClassSharesOneBrokerWhichEndsWithIt() {
    measured(Sharing.class).testEvents().assertStatistics(s -> s.started(4).succeeded(3).failed(1));

    assertThat(SEEN).hasSize(3).containsOnly(SEEN.get(0));
    assertThat(FaultyBrokers.STARTED).hasSize(2);
    allAreClosed();
  }

  static class OnMethods {
    @Test
    @BrokerBench
    void tagged(Broker broker) {
      ((FaultyBroker) broker).die();
    }

    @Test
    @BrokerBench
    void another(Broker broker) {
      assertThat(broker.failure()).isEmpty();
    }
  }

  @Test
  void aBrokerThatHasDiedIsReplacedForTheNextTest() {
    succeeds(OnMethods.class, results);

    assertThat(FaultyBrokers.STARTED).hasSize(2);
  }

  @Test
  void testsAreTagged() {
    EngineTestKit.engine("junit-jupiter")
        .configurationParameter(BrokerBenchExtension.BROKER, "test:faulty")
        .selectors(selectClass(OnMethods.class))
        .filters(TagFilter.excludeTags(BrokerBench.TAG))
        .execute()
        .testEvents()
        .assertStatistics(s -> s.started(0));
  }

  @BrokerBench(broker = "test:drops")
  static class Losing {
    @Test
    void loses(Bench bench) {
      BenchAssertions.assertThat(bench.run("FANIN.Q1.SINGLE", brief())).losesNothing();
    }
  }

  @Test
  void aFailedAssertionSaysTheFiguresAndWhereTheResultsAre() throws Exception {
    EngineExecutionResults executed = measured(Losing.class);

    String said =
        executed
            .testEvents()
            .failed()
            .map(event -> event.getRequiredPayload(TestExecutionResult.class))
            .map(result -> result.getThrowable().orElseThrow().getMessage())
            .findFirst()
            .orElseThrow();
    assertThat(said)
        .matches(
            "FANIN\\.Q1\\.SINGLE on FaultyBroker 1 lost 8 of 60 messages, and should lose none:"
                + " publisher .+; results in .+");
    Path folder = Path.of(said.replaceFirst(".*results in ", ""));
    assertThat(folder.getParent()).isEqualTo(results.resolve("Losing"));
    assertThat(folder.resolve("result.json")).isNotEmptyFile();
    allAreClosed();
  }

  @BrokerBench(driver = "test:slow")
  static class TooSlow {
    @Test
    void invalid(Bench bench) {
      bench.run("FANIN.Q0.SINGLE", brief().attempts(1));
    }
  }

  @Test
  void anInvalidRunAbortsItsTest() {
    Aborts.assertAborted(
        run(TooSlow.class),
        "invalid",
        "FANIN\\.Q0\\.SINGLE on FaultyBroker 1: (GENERATOR_LIMITED|DISTURBED), so the figures say"
            + " nothing",
        results);
    allAreClosed();
  }

  @BrokerBench
  static class Repeating {
    @RepeatedBench(3)
    void thrice(Bench bench, BenchResults collected) {
      bench.run("FANIN.Q0.SINGLE", brief());
      SEEN.add(collected.runs().size());
    }

    @RepeatedBench(0)
    void never() {}
  }

  @Test
  void repetitionsCollectTheirRuns() {
    EngineExecutionResults executed = measured(Repeating.class);

    assertThat(executed.testEvents().finished().list())
        .allSatisfy(
            event ->
                assertThat(event.getRequiredPayload(TestExecutionResult.class).getThrowable())
                    .isEmpty());
    executed
        .testEvents()
        .assertThatEvents()
        .haveExactly(1, event(displayName("repetition 3 of 3"), finishedSuccessfully()));
    assertThat(SEEN).containsExactly(1, 2, 3);
    executed
        .containerEvents()
        .assertThatEvents()
        .haveExactly(
            1,
            event(
                finishedWithFailure(
                    instanceOf(DefinitionException.class),
                    message("@RepeatedBench 0: between 1 and 1000"))));
  }

  @BrokerBench(broker = "test:none")
  static class Wrong {
    @Test
    void broker(Broker broker) {}

    @Test
    @BrokerBench(broker = "embeded:artemis")
    void name(Broker broker) {}

    @Test
    @BrokerBench(broker = "test:faulty")
    void scenario(Bench bench) {
      bench.run("FANNIN.Q0.SHARED");
    }

    @Test
    @BrokerBench(broker = "test:faulty")
    void payload(Bench bench) {
      bench.run("FANIN.Q0.SHARED", with().payload(8));
    }

    @Test
    @BrokerBench(broker = "test:faulty", driver = "swrm")
    void driver(Bench bench) {
      bench.run("FANIN.Q0.SHARED");
    }
  }

  @Test
  void whatIsWrongIsOneLine() {
    List<String> said =
        run(Wrong.class)
            .testEvents()
            .failed()
            .map(event -> event.getRequiredPayload(TestExecutionResult.class))
            .map(result -> root(result.getThrowable().orElseThrow()).getMessage())
            .toList();
    assertThat(said)
        .containsExactlyInAnyOrder(
            "none did not start (exit code 3): \"no\"",
            "no broker embeded:artemis; did you mean embedded:artemis?",
            "no scenario FANNIN.Q0.SHARED; did you mean FANIN.Q0.SHARED?",
            "payload 8: at least 24 bytes are required for the message header",
            "no driver swrm; did you mean swarm?");
  }

  private static Throwable root(Throwable error) {
    Throwable root = error;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }
}
