package io.brokerbench.experiment.gate;

import java.util.List;
import java.util.Optional;

/**
 * What an interleaved comparison found.
 *
 * @param end why it ended
 * @param rounds that count
 * @param rejected runs that do not
 * @param disturbed runs that count although other work disturbed them
 * @param late runs that count although the generator was late in them
 * @param looks how often the figures were judged, the end included
 * @param verdict at the last look
 * @param failure what kept a run from being begun, where that was the end
 */
public record AbFindings(
    AbEnd end,
    List<AbRound> rounds,
    List<RejectedRun> rejected,
    int disturbed,
    int late,
    int looks,
    GateVerdict verdict,
    Optional<Exception> failure) {

  /** Copies the lists. */
  public AbFindings {
    rounds = List.copyOf(rounds);
    rejected = List.copyOf(rejected);
  }
}
