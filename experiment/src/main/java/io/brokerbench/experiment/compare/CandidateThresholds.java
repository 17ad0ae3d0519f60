package io.brokerbench.experiment.compare;

import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.experiment.gate.AbRound;
import io.brokerbench.experiment.gate.RunNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The thresholds of a comparison in each of the candidate's runs. For one comparison, on one
 * thread.
 */
public final class CandidateThresholds {

  private final Map<String, List<ThresholdCheck>> checks = new HashMap<>();

  /** None yet. */
  public CandidateThresholds() {}

  /**
   * A run of the candidate that has figures.
   *
   * @param document name of its file
   */
  public void add(String document, List<ThresholdCheck> checked) {
    checks.put(document, checked);
  }

  /**
   * Checked with all runs of the candidate that count, late and disturbed ones included: a
   * candidate that takes the machine must not escape by that. Under a closed load latencies and
   * rates are of another kind, but what must not happen must not happen there either.
   *
   * @param all the thresholds, not checked yet, in the order of those of each run
   */
  public List<ThresholdCheck> over(List<ThresholdCheck> all, List<AbRound> rounds) {
    List<String> runs = rounds.stream().flatMap(round -> round.candidateRuns().stream()).toList();
    return IntStream.range(0, all.size())
        .mapToObj(
            i -> {
              boolean guards = all.get(i).figure().guard().isPresent();
              return all.get(i)
                  .over(
                      runs.stream()
                          .filter(checks::containsKey)
                          .filter(run -> guards || !RunNames.isAtCapacity(run))
                          .map(run -> checks.get(run).get(i))
                          .toList());
            })
        .toList();
  }
}
