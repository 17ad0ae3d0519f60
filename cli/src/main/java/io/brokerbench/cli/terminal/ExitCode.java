package io.brokerbench.cli.terminal;

import io.brokerbench.experiment.session.Answer;

/** What the command ends with. */
public final class ExitCode {

  public static final int FINE = 0;
  public static final int VERDICT_SAYS_NO = 1;
  public static final int BAD_USAGE = 2;
  public static final int ENVIRONMENT_CANNOT = 3;
  public static final int RUN_IS_INVALID = 4;

  private ExitCode() {}

  /** The code of an answer; a comparison that does not decide exits as a no. */
  public static int of(Answer answer) {
    return switch (answer) {
      case YES -> FINE;
      case NO, INCONCLUSIVE -> VERDICT_SAYS_NO;
      case INVALID -> RUN_IS_INVALID;
      case BROKE_OFF -> ENVIRONMENT_CANNOT;
    };
  }
}
