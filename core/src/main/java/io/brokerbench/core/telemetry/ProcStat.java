package io.brokerbench.core.telemetry;

import java.util.Optional;

/**
 * What we need of {@code /proc/<pid>/stat}, see proc_pid_stat(5).
 *
 * @param state one letter; {@code Z} for a process that has ended and was not waited for
 * @param parent pid of the parent
 * @param ownTicks user and system time of the process
 * @param reapedTicks user and system time of its children, and theirs, that ended and were waited
 *     for
 * @param reapedFaults page faults of those children: every child has some, so the number grows
 *     whenever one ends
 * @param startTicks when it started, after boot: distinguishes two processes with the same pid
 */
record ProcStat(
    char state, long parent, long ownTicks, long reapedTicks, long reapedFaults, long startTicks) {

  private static final int STATE = 3;
  private static final int PPID = 4;
  private static final int CMINFLT = 11;
  private static final int UTIME = 14;
  private static final int STIME = 15;
  private static final int CUTIME = 16;
  private static final int CSTIME = 17;
  private static final int STARTTIME = 22;

  /**
   * Reads the line; empty where it has another form. The second field, the name of the command in
   * parentheses, may hold anything, spaces and parentheses included: fields are counted from the
   * last closing one.
   */
  static Optional<ProcStat> parse(String text) {
    int end = text.lastIndexOf(')');
    if (end < 0 || end + 2 >= text.length()) {
      return Optional.empty();
    }
    String[] fields = text.substring(end + 2).strip().split(" +", STARTTIME);
    if (fields.length <= STARTTIME - STATE) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new ProcStat(
              fields[0].charAt(0),
              number(fields, PPID),
              number(fields, UTIME) + number(fields, STIME),
              number(fields, CUTIME) + number(fields, CSTIME),
              number(fields, CMINFLT),
              number(fields, STARTTIME)));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Whether it has ended. */
  boolean ended() {
    return state == 'Z' || state == 'X';
  }

  private static long number(String[] fields, int position) {
    return Long.parseLong(fields[position - STATE]);
  }
}
