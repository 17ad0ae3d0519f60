package io.brokerbench.experiment.cell;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reasons why the figures of a cell may not count.
 *
 * @param reasons one for each doubt
 */
record CellCaveats(List<Reason> reasons) {

  public static final CellCaveats NONE = new CellCaveats(List.of());

  /**
   * One doubt.
   *
   * @param remark what it is, in a few words
   * @param detail what shows it; may be empty
   * @param kind whose doubt it is
   */
  private record Reason(String remark, String detail, Kind kind) {

    String text() {
      return detail.isEmpty() ? remark : remark + ": " + detail;
    }
  }

  private enum Kind {
    /** About the broker, or about what it did. */
    BROKER,
    /** The tool, or the machine, can do no more: another attempt would give the same. */
    LIMIT,
    /** The tool was late, or other work held up the machine. */
    HELD_UP,
    /** None: a figure that counts crosses a threshold that was given. */
    THRESHOLD
  }

  /** A doubt about the broker, or about what it did. */
  static CellCaveats of(String remark, String detail) {
    return new CellCaveats(List.of(new Reason(remark, detail, Kind.BROKER)));
  }

  /** A figure that counts crosses a threshold that was given. */
  static CellCaveats ofThreshold(String remark, String detail) {
    return new CellCaveats(List.of(new Reason(remark, detail, Kind.THRESHOLD)));
  }

  /** A doubt about the measurement, which another attempt may not have. */
  static CellCaveats ofMeasurement(String remark, String detail) {
    return new CellCaveats(List.of(new Reason(remark, detail, Kind.HELD_UP)));
  }

  /** A doubt about the measurement, which another attempt would have too. */
  static CellCaveats ofLimit(String remark, String detail) {
    return new CellCaveats(List.of(new Reason(remark, detail, Kind.LIMIT)));
  }

  CellCaveats and(CellCaveats others) {
    return new CellCaveats(Stream.concat(reasons.stream(), others.reasons.stream()).toList());
  }

  /** The same, with words before each. */
  CellCaveats prefixed(String words) {
    return new CellCaveats(
        reasons.stream().map(r -> new Reason(words + r.remark, r.detail, r.kind)).toList());
  }

  boolean isEmpty() {
    return reasons.isEmpty();
  }

  StudyCell.Status status() {
    if (isEmpty()) {
      return StudyCell.Status.MEASURED;
    }
    if (any(Kind.BROKER)) {
      return StudyCell.Status.DOUBTFUL;
    }
    return any(Kind.LIMIT) || any(Kind.HELD_UP)
        ? StudyCell.Status.INVALID
        : StudyCell.Status.CROSSED;
  }

  private boolean any(Kind kind) {
    return reasons.stream().anyMatch(reason -> reason.kind == kind);
  }

  /** Those that are doubts. */
  CellCaveats doubts() {
    return new CellCaveats(reasons.stream().filter(r -> r.kind != Kind.THRESHOLD).toList());
  }

  /** The thresholds that are crossed. */
  CellCaveats thresholds() {
    return new CellCaveats(reasons.stream().filter(r -> r.kind == Kind.THRESHOLD).toList());
  }

  /** Whether the figures count all the same. */
  boolean count() {
    return reasons.stream().allMatch(reason -> reason.kind == Kind.THRESHOLD);
  }

  /** Whether there is nothing against it that another attempt would have too. */
  boolean isHeldUp() {
    CellCaveats doubts = doubts();
    return !doubts.isEmpty()
        && doubts.reasons.stream().allMatch(reason -> reason.kind == Kind.HELD_UP);
  }

  /** The first of them in a few words; empty where there is none. */
  String remark() {
    return reasons.stream().map(Reason::remark).findFirst().orElse("");
  }

  /** What shows the first of them; empty where there is none. */
  String detail() {
    return reasons.stream().map(Reason::detail).findFirst().orElse("");
  }

  /** All of them; empty where there is none. */
  String text() {
    return reasons.stream().map(Reason::text).collect(Collectors.joining("; "));
  }
}
