package io.brokerbench.core.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a run shows.
 *
 * @param status in one word
 * @param complete whether the run went to its end; false when it was stopped or broke off, and the
 *     figures are of the part until then
 * @param reasons in words and figures; the first one says why the status is what it is
 * @param pace of a run that broke its contract, what the status would be but for that: a broken
 *     contract stands above all lateness, and changes nothing of whose the latencies are. Absent
 *     for other runs, and where groups are judged together
 */
public record Verdict(
    Status status,
    boolean complete,
    List<String> reasons,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Status> pace) {

  /** Copies the reasons. */
  public Verdict {
    Objects.requireNonNull(status, "status");
    reasons = List.copyOf(reasons);
    pace = pace == null ? Optional.empty() : pace;
  }

  /** One that says nothing of the pace beside a broken contract. */
  public Verdict(Status status, boolean complete, List<String> reasons) {
    this(status, complete, reasons, Optional.empty());
  }

  /** What lateness alone makes of the run, whether its contract was broken or not. */
  @JsonIgnore
  public Status byPace() {
    return pace.orElse(status == Status.CONTRACT_BROKEN ? Status.OK : status);
  }

  /** The same with further reasons at its end. */
  public Verdict alsoSaying(List<String> more) {
    return more.isEmpty()
        ? this
        : new Verdict(
            status, complete, Stream.concat(reasons.stream(), more.stream()).toList(), pace);
  }

  /**
   * The same where other work on the machine held up the tool or the broker: lateness says nothing
   * of either then, whatever was late. A run that broke off, and a broken contract, stay what they
   * are; of the latter the pace is disturbed, and what held it up stands behind its own reasons.
   *
   * @param findings what other work held up, in words; none changes nothing
   * @param strict whether a run that is OK is disturbed too
   */
  public Verdict disturbedBy(List<String> findings, boolean strict) {
    Status lateness = byPace();
    boolean late = lateness == Status.GENERATOR_LIMITED || lateness == Status.BROKER_LIMITED;
    if (findings.isEmpty() || !(late || (strict && lateness == Status.OK))) {
      return this;
    }
    return status == Status.CONTRACT_BROKEN
        ? new Verdict(
            status,
            complete,
            Stream.concat(reasons.stream(), findings.stream()).toList(),
            Optional.of(Status.DISTURBED))
        : new Verdict(
            Status.DISTURBED,
            complete,
            Stream.concat(findings.stream(), reasons.stream()).toList());
  }

  /** Whether the run says nothing about the broker, so that it has to be made again. */
  @JsonIgnore
  public boolean isInvalid() {
    return status.isOfOthers();
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
    OK;

    /** Whether the generator or other work on the machine was the limit, and not the broker. */
    public boolean isOfOthers() {
      return this == GENERATOR_LIMITED || this == DISTURBED;
    }
  }
}
