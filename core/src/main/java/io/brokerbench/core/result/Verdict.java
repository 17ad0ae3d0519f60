package io.brokerbench.core.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What a run shows.
 *
 * @param status in one word
 * @param complete whether the run went to its end; false when it was stopped or broke off, and the
 *     figures are of the part until then
 * @param reasons in words and figures; the first one says why the status is what it is
 */
public record Verdict(Status status, boolean complete, List<String> reasons) {

  /** Copies the reasons. */
  public Verdict {
    Objects.requireNonNull(status, "status");
    reasons = List.copyOf(reasons);
  }

  /** The same with further reasons at its end. */
  public Verdict alsoSaying(List<String> more) {
    return more.isEmpty()
        ? this
        : new Verdict(status, complete, Stream.concat(reasons.stream(), more.stream()).toList());
  }

  /**
   * The same where other work on the machine held up the tool or the broker: lateness says nothing
   * of either then, whatever was late. A run that broke off, and a broken contract, stay what they
   * are.
   *
   * @param findings what other work held up, in words; none changes nothing
   * @param strict whether a run that is OK is disturbed too
   */
  public Verdict disturbedBy(List<String> findings, boolean strict) {
    boolean late = status == Status.GENERATOR_LIMITED || status == Status.BROKER_LIMITED;
    if (findings.isEmpty() || !(late || (strict && status == Status.OK))) {
      return this;
    }
    return new Verdict(
        Status.DISTURBED, complete, Stream.concat(findings.stream(), reasons.stream()).toList());
  }

  /** Whether the run says nothing about the broker, so that it has to be made again. */
  @JsonIgnore
  public boolean isInvalid() {
    return status == Status.GENERATOR_LIMITED || status == Status.DISTURBED;
  }

  /** The words for it, the gravest first. */
  public enum Status {
    /** The run broke off. */
    FAILED,
    /**
     * The broker provably broke its contract: it lost, repeated, misdelivered or damaged messages,
     * or delivered them and never acknowledged or released them.
     */
    CONTRACT_BROKEN,
    /**
     * Other work on the machine held up the tool or the broker: the run was late, and the figures
     * say nothing about the broker.
     */
    DISTURBED,
    /** The tool could not send on schedule: the figures say nothing about the broker. */
    GENERATOR_LIMITED,
    /** The broker did not keep up with the offered rate. */
    BROKER_LIMITED,
    /** The offered rate was kept. */
    OK
  }
}
