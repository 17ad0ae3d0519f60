package io.brokerbench.experiment.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Throughput;
import io.brokerbench.core.result.Verdict.Status;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CeilingSearchTest {

  private double received = 1;
  private final List<Double> tried = new ArrayList<>();
  private final IdentityHashMap<RunResult, Double> rates = new IdentityHashMap<>();

  @ParameterizedTest
  @ValueSource(doubles = {120, 999, 1_000, 1_001, 4_321, 30_000})
  void itEndsWithinASeventhBelowTheLimitAndNeverAboveIt(double limit) throws Exception {
    CeilingSearch.Found found = search(limit).from(1_000, 3).orElseThrow();

    assertThat(rates.get(found.best())).isBetween(limit / 1.15, limit);
    assertThat(rates.get(found.next().orElseThrow())).isGreaterThan(limit);
    assertThat(tried).hasSizeLessThan(14);
  }

  @Test
  void itDoublesARateThatIsKept() throws Exception {
    search(2_500).from(1_000, 1);

    assertThat(tried).containsExactly(1_000.0, 2_000.0, 4_000.0, 3_000.0);
  }

  @Test
  void itHalvesARateThatIsNot() throws Exception {
    search(300).from(1_000, 0);

    assertThat(tried).containsExactly(1_000.0, 500.0, 250.0);
  }

  @Test
  void aRateThatIsDeliveredTooLateIsNotKept() throws Exception {
    received = 0.97;
    assertThat(search(Double.MAX_VALUE).from(1_000, 2)).isEmpty();
  }

  @Test
  void itGivesUpWhereNothingIsKept() throws Exception {
    assertThat(search(0).from(1_000, 2)).isEmpty();
    assertThat(tried).hasSize(7);
  }

  @Test
  void itEndsWhereEverythingIsKept() throws Exception {
    assertThat(search(Double.MAX_VALUE).from(1_000, 2).orElseThrow().next()).isEmpty();
    assertThat(tried).hasSize(7);
  }

  private CeilingSearch search(double limit) {
    return new CeilingSearch(
        rate -> {
          tried.add(rate);
          boolean kept = rate <= limit;
          RunResult result =
              new ExampleResult()
                  .verdict(kept ? Status.OK : Status.GENERATOR_LIMITED, true, "of the test")
                  .throughput(new Throughput(rate, rate, received * rate))
                  .build();
          rates.put(result, rate);
          return result;
        });
  }
}
