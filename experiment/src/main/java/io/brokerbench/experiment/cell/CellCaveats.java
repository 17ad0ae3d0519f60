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
   * @param invalid whether the measurement is at fault, not the broker: the tool was late, or other
   *     work held up the machine
   */
  private record Reason(String remark, String detail, boolean invalid) {

    String text() {
      return detail.isEmpty() ? remark : remark + ": " + detail;
    }
  }

  /** A doubt about the broker, or about what it did. */
  static CellCaveats of(String remark, String detail) {
    return new CellCaveats(List.of(new Reason(remark, detail, false)));
  }

  /** A doubt about the measurement. */
  static CellCaveats ofMeasurement(String remark, String detail) {
    return new CellCaveats(List.of(new Reason(remark, detail, true)));
  }

  CellCaveats and(CellCaveats others) {
    return new CellCaveats(Stream.concat(reasons.stream(), others.reasons.stream()).toList());
  }

  /** The same, with words before each. */
  CellCaveats prefixed(String words) {
    return new CellCaveats(
        reasons.stream().map(r -> new Reason(words + r.remark, r.detail, r.invalid)).toList());
  }

  boolean isEmpty() {
    return reasons.isEmpty();
  }

  StudyCell.Status status() {
    if (isEmpty()) {
      return StudyCell.Status.MEASURED;
    }
    return reasons.stream().allMatch(Reason::invalid)
        ? StudyCell.Status.INVALID
        : StudyCell.Status.DOUBTFUL;
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
