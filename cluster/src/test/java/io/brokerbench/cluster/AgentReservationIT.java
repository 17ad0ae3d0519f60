package io.brokerbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.cluster.BuildVersion;
import io.brokerbench.core.cluster.ClusterProtection;
import io.brokerbench.core.cluster.ClusterProvider.Order;
import io.brokerbench.core.engine.assignment.ClockReading;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.worker.AgentPool;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.result.AgentUsage;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.testkit.RetryOnNoise;
import io.brokerbench.testkit.broker.FaultyBroker;
import io.brokerbench.testkit.tls.TestAuthority;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.infinispan.manager.EmbeddedCacheManager;
import org.infinispan.util.function.SerializableFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may reserve whom, and what is said where that does not work. */
@Tag("release")
class AgentReservationIT {

  /** Runs a command whose monotonic clock is 50 ms ahead; exit code 77 where that is impossible. */
  private static final String SET_OFF =
      "syscall(272, 128) == 0 or exit 77; open(F, '>', '/proc/self/timens_offsets') or exit 77;"
          + " syswrite(F, \"monotonic 0 50000000\\n\") or exit 77; close F; exec @ARGV";

  private static final Executor LAUNCHERS = command -> new Thread(command, "launcher").start();

  private static Order order(int agents, int seconds) {
    return new Order(agents, Duration.ofSeconds(seconds), Duration.ZERO);
  }

  @Test
  void aLateAgentIsWaitedFor() throws Exception {
    try (Lab lab = new Lab()) {
      lab.agent("a");
      CompletableFuture<AgentPool> reserved = reserving(lab, 2);
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> lab.notes.stream().anyMatch(note -> note.contains("waiting for agents")));
      lab.agent("b");
      assertThat(reserved.get().members()).hasSize(2);
    }
  }

  /** As a list of hosts in a deployment has them: none waits for another one to be there. */
  @Test
  void agentsThatStartTogetherFindEachOtherByOneThatAllKnow() throws Exception {
    try (Lab lab = new Lab()) {
      List<CompletableFuture<Agent>> starting =
          Stream.of("a", "b", "c", "d", "e")
              .map(name -> CompletableFuture.supplyAsync(() -> started(lab, name), LAUNCHERS))
              .toList();
      starting.forEach(CompletableFuture::join);
      assertThat(lab.reserve(Lab.SECRET, order(5, 10)).members()).hasSize(5);
    }
  }

  private static Agent started(Lab lab, String name) {
    try {
      return lab.agentThatKnowsOne(name);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void ofTwoCoordinatorsOneIsToldWhoHasTheAgent() throws Exception {
    try (Lab lab = new Lab()) {
      lab.agent("a");
      AgentPool first = lab.reserve(1);
      assertThatThrownBy(() -> lab.reserve(Lab.SECRET, order(1, 3)))
          .isInstanceOf(RunException.class)
          .hasMessageContaining("1 wanted, 0 free; agent a works for " + MemberHost.here().host());
      first.close();
      assertThat(lab.reserve(Lab.SECRET, order(1, 10)).members()).hasSize(1);
    }
  }

  @Test
  void twoCoordinatorsThatWantAllAgentsAtOnceGetThemOneAfterTheOther() throws Exception {
    try (Lab lab = new Lab()) {
      lab.agent("a");
      lab.agent("b");
      CompletableFuture<AgentPool> one = reserving(lab, 2);
      CompletableFuture<AgentPool> other = reserving(lab, 2);
      AgentPool first = (AgentPool) CompletableFuture.anyOf(one, other).get(60, TimeUnit.SECONDS);
      assertThat(first.members()).hasSize(2);
      assertThat(one.isDone() && other.isDone()).isFalse();
      first.close();
      assertThat(one.get(60, TimeUnit.SECONDS).members()).hasSize(2);
      assertThat(other.get(60, TimeUnit.SECONDS).members()).hasSize(2);
    }
  }

  private static CompletableFuture<AgentPool> reserving(Lab lab, int agents) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return lab.reserve(Lab.SECRET, order(agents, 60));
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }

  @Test
  void anAgentOfAnotherVersionIsNotHired() throws Exception {
    try (Lab lab = new Lab()) {
      lab.agent("old", MemberHost.here(), NanoClock.SYSTEM, "0.0.9");
      assertThatThrownBy(() -> lab.reserve(Lab.SECRET, order(1, 3)))
          .hasMessageContaining(
              "agent old is brokerbench 0.0.9, this is " + BuildVersion.current());
    }
  }

  @Test
  void aDescriptionOfAnotherFormTellsItsVersionAllTheSame() {
    assertThat(
            MemberMessageCodec.reply(
                "{\"type\":\"description\",\"protocol\":7,\"version\":\"9.9\",\"new\":[1]}"))
        .isEqualTo(new Reply.UnsupportedVersion("9.9"));
  }

  @Test
  void whoHasAnotherSecretStaysOutside() throws Exception {
    try (Lab lab = new Lab()) {
      lab.agent("a");
      assertThatThrownBy(() -> lab.reserve("another secret of some length", order(1, 4)))
          .hasMessageContaining("some that have another secret or certificate were refused");
      assertThat(lab.reserve(Lab.SECRET, order(1, 10)).members()).hasSize(1);
    }
  }

  @Test
  void anAgentSaysThatAnotherOneHasAnotherSecret() throws Exception {
    try (Lab lab = new Lab()) {
      lab.agent("a");
      Agent other =
          Agent.serve(
              lab.settings("another secret of some length"),
              Lab.offer("b", BuildVersion.current()),
              MemberHost.here(),
              NanoClock.SYSTEM,
              note -> {});
      try {
        await()
            .atMost(Duration.ofSeconds(20))
            .until(
                () ->
                    lab.notes.contains(
                        "a: refused a member that has another secret or certificate"));
      } finally {
        other.close();
      }
    }
  }

  @Test
  void membersOfOneAuthorityWorkTogetherAndOneOfAnotherStaysOutside(@TempDir Path folder)
      throws Exception {
    TestAuthority authority = TestAuthority.create();
    try (Lab lab = new Lab()) {
      lab.agent("a", MemberKeyStore.of(authority, folder, "a"));
      lab.agent("b", MemberKeyStore.of(authority, folder, "b"));
      ClusterProtection stranger = MemberKeyStore.of(TestAuthority.create(), folder, "stranger");
      assertThatThrownBy(() -> lab.reserve(stranger, order(2, 4)))
          .hasMessageContaining("some that have another secret or certificate were refused");
      AgentPool agentPool =
          lab.reserve(MemberKeyStore.of(authority, folder, "coordinator"), order(2, 20));
      assertThat(agentPool.members()).hasSize(2);
    }
  }

  /** A result that names an agent has to mean one of them. */
  @Test
  void twoOfOneNameAreNotBothHired() throws Exception {
    try (Lab lab = new Lab()) {
      lab.agent("twin");
      lab.agent("twin");
      assertThatThrownBy(() -> lab.reserve(Lab.SECRET, order(2, 3)))
          .hasMessageContaining("2 wanted, 1 free; agent twin (")
          .hasMessageContaining("has the name of another; give it --name");
      assertThat(lab.reserve(Lab.SECRET, order(1, 10)).members()).hasSize(1);
    }
  }

  @Test
  void whoHasNoSecretStaysOutside() throws Exception {
    try (Lab lab = new Lab()) {
      lab.agent("a");
      assertThatThrownBy(() -> lab.reserve("", order(1, 3)))
          .hasMessageContaining("1 wanted, 0 free");
    }
  }

  @Test
  void whereNobodyIsTheLineSaysWhereToLook() throws Exception {
    try (Lab lab = new Lab()) {
      assertThatThrownBy(() -> lab.reserve(Lab.SECRET, order(2, 1)))
          .hasMessageContaining("within 1s: 2 wanted, 0 free; no member answers (see --join");
    }
  }

  @Test
  void aClockThatIsFiftyMillisecondsAheadIsFoundWithinItsBound() throws Exception {
    try (Lab lab = new Lab()) {
      long ahead = 50_000_000;
      lab.agent("a");
      lab.agent("b", MemberHost.here(), NanoClock.SYSTEM.ahead(ahead), BuildVersion.current());
      List<Optional<ClockReading>> clocks = lab.reserve(2).readClocks();
      ClockReading right = clocks.get(0).orElseThrow();
      ClockReading wrong = clocks.get(1).orElseThrow();
      assertThat(Math.abs(right.offsetNanos())).isLessThanOrEqualTo(right.errorNanos());
      assertThat(Math.abs(wrong.offsetNanos() - ahead)).isLessThanOrEqualTo(wrong.errorNanos());
      assertThat(wrong.errorNanos()).isLessThan(ahead / 2);
    }
  }

  /** The same with a process whose clock the kernel sets off: a time namespace of its own. */
  @Test
  void aClockThatTheKernelSetsOffIsFoundWithinItsBound() throws Exception {
    assumeTimeNamespaces();
    try (Lab lab = new Lab()) {
      lab.process("a");
      lab.process("b", "perl", "-e", SET_OFF);
      List<Optional<ClockReading>> clocks = lab.reserve(2).readClocks();
      ClockReading wrong = clocks.get(1).orElseThrow();
      assertThat(Math.abs(wrong.offsetNanos() - 50_000_000))
          .isLessThanOrEqualTo(wrong.errorNanos());
      assertThat(wrong.errorNanos()).isLessThan(25_000_000);
    }
  }

  /**
   * All consumers are with the one, half of the publishers with the other, so that half of the
   * messages pass between two clocks; 1000 of them would take 100 ms more, or less than nothing, if
   * a sign were wrong.
   */
  @Test
  void messagesBetweenTwoClocksAreTimedWhereBothAreKnownWellEnough() throws Exception {
    assumeTimeNamespaces();
    try (Lab lab = new Lab();
        FaultyBroker broker = FaultyBroker.start()) {
      lab.process("a");
      lab.process("b", "perl", "-e", SET_OFF);
      RunResult result =
          RetryOnNoise.measure(
              () -> shared(lab, broker, Duration.ofMillis(40)), run -> run.generator().healthy());
      List<AgentUsage> agents = result.generator().agents().orElseThrow();
      assertThat(agents).extracting(AgentUsage::timedPublishers).containsExactly(10, 0);
      assertThat(result.latency().of(LatencyKind.END_TO_END).count()).isEqualTo(2_000);
      Histogram endToEnd = result.latency().of(LatencyKind.END_TO_END).toHistogram();
      assertThat(endToEnd.getCountBetweenValues(0, 1_000)).isLessThan(500);
      assertThat(endToEnd.getValueAtPercentile(75)).isLessThan(80_000_000);
      assertThat(result.messages().lost()).isZero();
      AgentUsage setOff = agents.get(1);
      assertThat(setOff.clockOffsetNanos())
          .isCloseTo(50_000_000L, within(setOff.clockErrorNanos() + 1_000_000L));

      RunResult untrusted = shared(lab, broker, Duration.ZERO);
      assertThat(untrusted.generator().agents().orElseThrow())
          .extracting(AgentUsage::timedPublishers)
          .containsExactly(5, 0);
      assertThat(untrusted.latency().of(LatencyKind.END_TO_END).count()).isEqualTo(1_000);
      assertThat(untrusted.messages().lost()).isZero();
    }
  }

  private static RunResult shared(Lab lab, FaultyBroker broker, Duration timedWithin)
      throws Exception {
    try (ReservedAgentPool agentPool = lab.reserve(2, timedWithin)) {
      return Lab.rig(
              Lab.scenario(Distribution.SHARED, Qos.AT_LEAST_ONCE, Duration.ofSeconds(2)),
              broker,
              RigSettings.defaults().withAgentPool(agentPool),
              RunListener.NONE)
          .run();
    }
  }

  @Test
  void theLastConsumerOfABurstIsNotToldByClocksThatNobodyAskedToTrust() throws Exception {
    Scenario bursts =
        Lab.scenario(
            new Topology(1, 4, Distribution.ALL), 2, Qos.AT_MOST_ONCE, Duration.ofSeconds(2));
    try (Lab lab = new Lab();
        FaultyBroker broker = FaultyBroker.start()) {
      lab.agent("a");
      lab.agent("b");
      RigSettings settings = RigSettings.defaults().withAgentPool(lab.reserve(2));
      assertThatThrownBy(() -> Lab.rig(bursts, broker, settings, RunListener.NONE).run())
          .isInstanceOf(RunException.class)
          .hasMessageContaining("measures when the last consumer has a message")
          .hasMessageContaining("allow for that clock error");
    }
  }

  private static void assumeTimeNamespaces() throws InterruptedException {
    assumeTrue(
        "amd64".equals(System.getProperty("os.arch")) && works("perl", "-e", SET_OFF, "true"),
        "no time namespace can be made here");
  }

  private static boolean works(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void codeThatIsSentIsNotRun() throws Exception {
    try (Lab lab = new Lab()) {
      lab.agent("a");
      ClusterNode node = ClusterNode.join(lab.settings(Lab.SECRET), "stranger", text -> text);
      try {
        await().atMost(Duration.ofSeconds(20)).until(() -> node.others().size() == 1);
        CompletableFuture<Throwable> refused = new CompletableFuture<>();
        SerializableFunction<EmbeddedCacheManager, String> lambda =
            manager -> System.setProperty("brokerbench.intruder", "was here");
        Future<?> unused =
            node.executor()
                .filterTargets(node.others())
                .submitConsumer(lambda, (from, value, error) -> refused.complete(error))
                .whenComplete((nothing, error) -> refused.complete(error));
        assertThat(refused.get(20, TimeUnit.SECONDS)).isNotNull();
        assertThat(System.getProperty("brokerbench.intruder")).isNull();
      } finally {
        node.close();
      }
    }
  }
}
