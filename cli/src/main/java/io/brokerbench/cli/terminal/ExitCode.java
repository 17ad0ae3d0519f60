package io.brokerbench.cli.terminal;

import io.brokerbench.core.result.Verdict;

/** What the command ends with. */
public final class ExitCode {

  public static final int FINE = 0;
  public static final int VERDICT_SAYS_NO = 1;
  public static final int BAD_USAGE = 2;
  public static final int ENVIRONMENT_CANNOT = 3;
  public static final int RUN_IS_INVALID = 4;

  private ExitCode() {}

  public static int of(Verdict.Status status) {
    return switch (status) {
      case OK -> FINE;
      case CONTRACT_BROKEN, BROKER_LIMITED, FAILED -> VERDICT_SAYS_NO;
      case GENERATOR_LIMITED, DISTURBED -> RUN_IS_INVALID;
    };
  }
}
