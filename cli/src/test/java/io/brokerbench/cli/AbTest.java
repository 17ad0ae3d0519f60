package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.cli.terminal.ExitCode;
import io.brokerbench.core.engine.Rig;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.load.OpenLoad;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.experiment.bench.RigFactory;
import io.brokerbench.experiment.gate.AbEnd;
import io.brokerbench.experiment.gate.AbResult;
import io.brokerbench.experiment.gate.Decision;
import io.brokerbench.experiment.gate.RejectedRun;
import io.brokerbench.experiment.search.SearchResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AbTest extends AbStubs {

  @Test
  void equalBrokersPassAndAllOfItIsKept() throws Exception {
    assertThat(ab()).as(session.err()).isZero();

    assertThat(session.out())
        .contains("round  first        baseline   candidate      mean      cpu\n    1  ")
        .contains("candidate Artemis 2.55.0 (embedded:activemq) against baseline Artemis\n")
        .contains("\nPASS  nothing is worse than tolerated\n")
        .contains("\npass         mean end-to-end 0 % (90 % CI ", "Ended early")
        .contains("\nagain       ./brokerbench ab FANIN.Q0.SINGLE --baseline embedded:artemis ");
    assertThat(session.out().lines().filter(line -> !line.matches("(results|again) .*")))
        .allSatisfy(line -> assertThat(line).hasSizeLessThan(81));
    AbResult result = result();
    assertThat(result.end()).isEqualTo(AbEnd.CLEAR);
    assertThat(result.rounds()).hasSize(6);
    assertThat(runs).hasValue(14); // rehearsals, and a run of each side in each round
    for (String run :
        List.of(
            result.rounds().get(0).baselineRuns().get(0),
            result.rounds().get(5).candidateRuns().get(0))) {
      assertThat(RunResult.CODEC.read(resultFolder().resolve(run)).verdict().complete()).isTrue();
    }
    assertThat(resultFolder().resolve("scenario.yaml")).exists();
    assertThat(session.artemis.open).hasValue(0);
  }

  @Test
  void aSlowerCandidateIsRegressedWithReportsForOtherTools() throws Exception {
    session.with(candidateSlowerBy(1.5, 0.02));

    assertThat(
            ab(
                "--junit",
                folder.resolve("ab.xml").toString(),
                "--markdown",
                folder.resolve("ab.md").toString()))
        .isEqualTo(ExitCode.VERDICT_SAYS_NO);
    assertThat(session.out())
        .contains("\nREGRESSED  worse than tolerated: p50 end-to-end\n")
        .containsPattern("REGRESSED    p50 end-to-end \\+(4[5-9]|5[0-5]) % \\(90 % CI \\+4");
    assertThat(result().verdict().decision()).isEqualTo(Decision.REGRESSED);
    assertThat(folder.resolve("ab.xml")).content().contains("<failure message=\"REGRESSED: p50");
    assertThat(folder.resolve("ab.md")).content().startsWith("### brokerbench: REGRESSED\n");
  }

  @Test
  void aToleranceThatIsGivenCounts() {
    session.with(candidateSlowerBy(1.5, 0.02));

    assertThat(ab("--tolerance", "p50=60%,mean=60%,p999=off")).as(session.out()).isZero();
    assertThat(session.out()).contains("tolerance 60 %").doesNotContain("p99.9 end");
  }

  @Test
  void whatCannotBeToldFailsUnlessItIsLetPass() throws Exception {
    session.with(candidateSlowerBy(1, 0.9));

    assertThat(ab("--rounds", "6", "--tolerance", "p50=1%,mean=off"))
        .isEqualTo(ExitCode.VERDICT_SAYS_NO);
    assertThat(session.out()).contains("\nINCONCLUSIVE  no decision: p50");
    assertThat(result().end()).isEqualTo(AbEnd.ROUNDS);
    assertThat(ab("--rounds", "6", "--tolerance", "p50=1%,mean=off", "--inconclusive", "pass"))
        .isZero();
  }

  @Test
  void jsonIsTheDocumentAndNothingElse() throws Exception {
    assertThat(ab("--json", "--seed", "3")).isZero();

    assertThat(AbResult.CODEC.read(session.out())).isEqualTo(result());
    assertThat(result().plan().seed()).isEqualTo(3);
    assertThat(session.err()).contains("candidate      mean");
  }

  @Test
  void aGeneratorThatIsAlwaysTheLimitHasItsOwnExitCode() throws Exception {
    session.with(StubRig.ending(Verdict.Status.GENERATOR_LIMITED));

    assertThat(ab()).isEqualTo(ExitCode.RUN_IS_INVALID);
    assertThat(session.out())
        .contains("INCONCLUSIVE  the generator was the limit in 3 of 3 runs of the baseline")
        .contains("Lower the rate, or leave brokers and generator more");
    assertThat(result().end()).isEqualTo(AbEnd.INVALID_RUNS);
    assertThat(result().rounds()).hasSize(3);
  }

  @ParameterizedTest
  @CsvSource({"embedded:artemis, process:mosquitto", "process:mosquitto, embedded:artemis"})
  void aBrokerThatDoesNotStartIsTheEnvironmentsFaultAndKnownAtOnce(String one, String other) {
    assertThat(abOf(one, other)).isEqualTo(ExitCode.ENVIRONMENT_CANNOT);

    assertThat(session.err())
        .contains("brokerbench: mosquitto did not start (exit code 3): \"Address in use\"");
    assertThat(session.out()).isEmpty();
    assertThat(runs.get()).isLessThanOrEqualTo(1);
    assertThat(session.artemis.open).hasValue(0);
  }

  @Test
  void aRunThatCannotBeBegunEndsItAndWhatWasMeasuredIsKept() throws Exception {
    RigFactory fine = candidateSlowerBy(1, 0.5);
    session.with(
        (scenario, broker, driver, settings, listener) ->
            runs.get() < 6
                ? fine.create(scenario, broker, driver, settings, listener)
                : StubRig.failing(new RunException("no connection", null))
                    .create(scenario, broker, driver, settings, listener));

    assertThat(ab()).isEqualTo(ExitCode.ENVIRONMENT_CANNOT);
    assertThat(session.err()).endsWith("brokerbench: no connection\n");
    assertThat(result().end()).isEqualTo(AbEnd.BROKE_OFF);
    assertThat(result().rounds()).hasSize(2);
  }

  /** Its pipeline must not try again, as it may with a broken environment. */
  @Test
  void aBrokenContractStaysANoWhateverEndsTheComparison() throws Exception {
    RigFactory duplicating =
        ending(
            (selector, result) ->
                selector.equals(CANDIDATE)
                    ? result
                        .withVerdict(
                            new Verdict(Verdict.Status.CONTRACT_BROKEN, true, List.of("twice")))
                        .withMessages(new Messages(10, 10, 10, 10, 10, 0, 5, 0, 0, List.of()))
                    : result);
    session.with(
        (scenario, broker, driver, settings, listener) ->
            runs.get() < 10
                ? duplicating.create(scenario, broker, driver, settings, listener)
                : StubRig.failing(new RunException("no connection", null))
                    .create(scenario, broker, driver, settings, listener));

    assertThat(ab()).isEqualTo(ExitCode.VERDICT_SAYS_NO);
    assertThat(session.err()).endsWith("brokerbench: no connection\n");
    assertThat(result().end()).isEqualTo(AbEnd.BROKE_OFF);
    assertThat(result().verdict().decision()).isEqualTo(Decision.REGRESSED);
  }

  @Test
  void aCandidateWhoseRunsBreakOffHasRegressed() throws Exception {
    session.with(
        ending((selector, result) -> selector.equals(CANDIDATE) ? StubRig.failed(result) : result));

    assertThat(ab()).isEqualTo(ExitCode.VERDICT_SAYS_NO);
    assertThat(session.out())
        .contains("REGRESSED  the candidate broke off in 5 of 5 runs, the baseline in none");
  }

  /** A broker that ends while it is warmed up has broken off as one that ends later. */
  @Test
  void aCandidateThatEndsByItselfHasRegressed() throws Exception {
    session.with(
        (scenario, broker, driver, settings, listener) ->
            broker.identity().selector().equals(CANDIDATE) && runs.incrementAndGet() > 1
                ? StubRig.failing(new RunException("connection refused", null))
                    .create(scenario, broker, driver, settings, listener)
                : StubRig.ending(Verdict.Status.OK)
                    .create(scenario, broker, driver, settings, listener));
    session.activemq.ended = selector -> runs.get() > 1;

    assertThat(ab()).as(session.err()).isEqualTo(ExitCode.VERDICT_SAYS_NO);
    assertThat(session.out())
        .contains("REGRESSED  the candidate broke off in 5 of 5 runs, the baseline in none");
    assertThat(result().rejected())
        .hasSize(5)
        .allSatisfy(run -> assertThat(run.reason()).isEqualTo("it was killed (signal 9)"));
    assertThat(session.activemq.open).hasValue(0);
  }

  /** It is there, and not good enough; one that lets in no client may have another address. */
  @ParameterizedTest
  @CsvSource({"true, 1, 'REGRESSED  the candidate broke off in 5 of 5 runs'", "false, 3, ''"})
  void aCandidateThatLetsInSomeClientsOnlyHasRegressed(boolean some, int code, String answer)
      throws Exception {
    session.with(
        (scenario, broker, driver, settings, listener) ->
            broker.identity().selector().equals(CANDIDATE)
                ? StubRig.failing(new RunException("only 9 of 10 clients", null, some))
                    .create(scenario, broker, driver, settings, listener)
                : StubRig.ending(Verdict.Status.OK)
                    .create(scenario, broker, driver, settings, listener));

    assertThat(ab()).as(session.err()).isEqualTo(code);
    assertThat(session.out()).contains(answer);
    assertThat(session.activemq.open).hasValue(0);
    if (some) {
      assertThat(result().rejected())
          .extracting(RejectedRun::reason)
          .contains("only 9 of 10 clients");
    }
  }

  @Test
  void aStoredBaselineIsComparedWithoutRunningItAgain() throws Exception {
    List<String> save =
        new ArrayList<>(
            List.of("baseline", "save", "main", "--baselines", folder.resolve("b").toString()));
    for (int i = 1; i <= 6; i++) {
      Path out = folder.resolve("run" + i);
      String[] run = {
        "run", "FANIN.Q0.SINGLE", "--broker", "embedded:artemis", "--out", out.toString()
      };
      assertThat(session.run(run)).as(session.err()).isZero();
      save.add(out.toString());
    }
    assertThat(session.run(save.toArray(String[]::new))).as(session.err()).isZero();
    session.with(candidateSlowerBy(3, 0.01));
    runs.set(0);

    assertThat(abOf("baseline:main", CANDIDATE, "--baselines", folder.resolve("b").toString()))
        .isEqualTo(ExitCode.BAD_USAGE);
    assertThat(session.err())
        .contains("brokerbench: not comparable: machine: processor test against ");
    assertThat(runs).hasValue(0);

    Path stored = folder.resolve("b/main.json");
    String swarm = Files.readString(stored);
    Files.writeString(stored, swarm.replace("\"name\" : \"swarm\"", "\"name\" : \"paho\""));
    assertThat(abOf("baseline:main", CANDIDATE, "--baselines", folder.resolve("b").toString()))
        .isEqualTo(ExitCode.BAD_USAGE);
    assertThat(session.err()).contains("driver paho against swarm");
    Files.writeString(stored, swarm);

    assertThat(
            abOf(
                "baseline:main",
                CANDIDATE,
                "--force",
                "--baselines",
                folder.resolve("b").toString()))
        .isEqualTo(ExitCode.VERDICT_SAYS_NO);
    assertThat(runs).hasValue(7);
    assertThat(session.out()).contains("2.55.0 (baseline:main)");
    assertThat(session.err()).contains("warning: differs: machine: architecture");
  }

  @Test
  void aStoredBaselineOfOneRepetitionIsInconclusiveAndSaysHowManyAreNeeded() throws Exception {
    assertThat(ab("--rounds", "6", "--tolerance", "all=5%")).isZero();
    String one = resultFolder().resolve("round-01-baseline-1.json").toString();
    runs.set(0);

    assertThat(abOf(one, CANDIDATE, "--force")).isEqualTo(ExitCode.VERDICT_SAYS_NO);
    assertThat(session.out()).contains("INCONCLUSIVE  1 round; a verdict needs 6");
    assertThat(runs).hasValue(2);
  }

  @Test
  void withSearchTheRatesThatAreSustainedAreCompared() throws Exception {
    session.with(
        (scenario, broker, driver, settings, listener) ->
            new Rig() {
              @Override
              public RunResult run() {
                boolean candidate = broker.identity().selector().equals(CANDIDATE);
                double rate = ((OpenLoad) scenario.workload().load()).peakRate().perSecond();
                boolean kept = rate <= (candidate ? 12_000 : 16_000);
                Verdict.Status status = kept ? Verdict.Status.OK : Verdict.Status.BROKER_LIMITED;
                return StubRig.undisturbed(StubRig.result(scenario, broker, status, true));
              }

              @Override
              public void stop() {}
            });

    assertThat(ab("--search", "--rate", "10000")).isEqualTo(ExitCode.VERDICT_SAYS_NO);
    assertThat(session.out())
        .containsPattern("REGRESSED    sustainable throughput -2[3-7] % \\(90 % CI -2")
        .contains("p99 end-to-end")
        .doesNotContain("  throughput");
    String run = result().rounds().get(0).baselineRuns().get(0);
    assertThat(RunResult.CODEC.read(Files.readString(resultFolder().resolve(run))).throughput())
        .isNotNull();
    Path document = resultFolder().resolve(run.replace(".json", "-search.json"));
    assertThat(SearchResult.CODEC.read(Files.readString(document)).sustainablePerSecond())
        .satisfies(rate -> assertThat(rate.orElseThrow()).isBetween(15_500.0, 16_000.0));
  }
}
