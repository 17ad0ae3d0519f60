package io.brokerbench.cli;

import io.brokerbench.core.result.Verdict;

/** What the command ends with. */
final class ExitCode {

  static final int FINE = 0;
  static final int VERDICT_SAYS_NO = 1;
  static final int BAD_USAGE = 2;
  static final int ENVIRONMENT_CANNOT = 3;
  static final int RUN_IS_INVALID = 4;

  private ExitCode() {}

  static int of(Verdict.Status status) {
    return switch (status) {
      case OK -> FINE;
      case CONTRACT_BROKEN, BROKER_LIMITED, FAILED -> VERDICT_SAYS_NO;
      case GENERATOR_LIMITED, DISTURBED -> RUN_IS_INVALID;
    };
  }
}
