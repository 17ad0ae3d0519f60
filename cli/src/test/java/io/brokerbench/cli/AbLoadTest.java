package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.engine.Rig;
import io.brokerbench.core.load.OpenLoad;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Throughput;
import io.brokerbench.core.result.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The load of a comparison: the scenario's, or a share of what the baseline carries. */
class AbLoadTest {

  private static final String CANDIDATE = "embedded:activemq";

  @TempDir Path folder;
  private Session session;

  /** Of all loads that alternate and are open, how long they do not count. */
  private final Set<Duration> settling = ConcurrentHashMap.newKeySet();

  /** Rigs of which those with a closed load deliver so much; returns what all others had to. */
  private List<Double> ratesWhereTheBaselineCarries(double perSecond, String... more)
      throws Exception {
    return ratesWhere("embedded:artemis", CANDIDATE, perSecond, more);
  }

  private List<Double> ratesWhere(
      String baseline, String candidate, double perSecond, String... more) throws Exception {
    List<Double> rates = Collections.synchronizedList(new ArrayList<>());
    session =
        new Session(folder)
            .with(
                (scenario, broker, driver, settings, listener) ->
                    new Rig() {
                      @Override
                      public RunResult run() {
                        double rate = perSecond;
                        if (scenario.workload().load() instanceof OpenLoad open) {
                          rate = open.peakRate().perSecond();
                          rates.add(rate);
                          if (scenario.workload().onOff().isPresent()) {
                            settling.add(scenario.phases().warmUp());
                          }
                        }
                        return StubRig.result(
                            scenario,
                            broker,
                            Verdict.Status.OK,
                            true,
                            new Throughput(rate, rate, rate));
                      }

                      @Override
                      public void stop() {}
                    });
    List<String> all =
        new ArrayList<>(
            List.of("ab", "FANIN.Q0.SINGLE", "--rounds", "6", "--out", folder.toString()));
    all.addAll(List.of("--set", "workload.qos=1"));
    all.addAll(List.of("--baseline", baseline, "--candidate", candidate));
    all.addAll(List.of(more));
    session.run(all.toArray(String[]::new));
    return rates;
  }

  @Test
  void aBuiltInLoadIsAtMostAQuarterOfWhatTheBaselineCarries() throws Exception {
    List<Double> rates = ratesWhereTheBaselineCarries(11_700);

    assertThat(rates.subList(1, rates.size())).hasSizeGreaterThan(10).containsOnly(2_900.0);
    assertThat(session.err())
        .contains("the load is 2 900 msg/s, as the baseline carries 11 700 msg/s");
  }

  @Test
  void aBuiltInLoadThatTheMachineCarriesEasilyStays() throws Exception {
    assertThat(ratesWhereTheBaselineCarries(90_000)).containsOnly(10_000.0);
  }

  @Test
  void aLoadThatWasAskedForStays() throws Exception {
    assertThat(ratesWhereTheBaselineCarries(11_700, "--rate", "10000")).containsOnly(10_000.0);
  }

  @Test
  void aShareThatWasAskedForHoldsForAnyLoad() throws Exception {
    List<Double> rates =
        ratesWhereTheBaselineCarries(11_700, "--rate", "10000", "--load-share", "0.5");

    assertThat(rates.subList(1, rates.size())).containsOnly(5_800.0);
  }

  @Test
  void aBrokerThatIsNotEmbeddedKeepsItsLoad() throws Exception {
    assertThat(ratesWhere("null", CANDIDATE, 11_700)).isNotEmpty().containsOnly(10_000.0);
  }

  @Test
  void brokersSettleWhileTheLoadGoesToAndFroAndAJvmTakesLonger() throws Exception {
    ratesWhere("null", CANDIDATE, 11_700);
    assertThat(settling).containsExactly(Duration.ofSeconds(32));
    settling.clear();

    ratesWhere("null", "null", 11_700);
    assertThat(settling).containsExactly(Duration.ofSeconds(4));
    settling.clear();

    ratesWhere("null", CANDIDATE, 11_700, "--warmup", "5s");
    assertThat(settling).containsExactly(Duration.ofSeconds(2));
  }
}
