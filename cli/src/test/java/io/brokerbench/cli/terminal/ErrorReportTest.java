package io.brokerbench.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.engine.measure.RunException;
import org.junit.jupiter.api.Test;

class ErrorReportTest {

  @Test
  void whatAUserWroteIsCutWhereItIsLongerThanAnyoneReads() {
    String line =
        ErrorReport.of(new DefinitionException("rate", "a number", "a".repeat(100_000))).line();
    assertThat(line)
        .hasSizeLessThan(300)
        .startsWith("rate aaa")
        .contains("...(99801 characters)...");
    assertThat(line).endsWith(": a number");
    assertThat(ErrorReport.of(new DefinitionException("a ".repeat(50_000))).line())
        .hasSizeLessThan(2_100);
  }

  @Test
  void aLineOfOrdinaryLengthIsWhole() {
    String words = "no scenario X; there are " + "FANIN.Q1.SHARED, ".repeat(60);
    assertThat(ErrorReport.of(new DefinitionException(words)).line()).isEqualTo(words.strip());
  }

  @Test
  void outOfMemoryIsTheEnvironmentsAndNoInternalError() {
    OutOfMemoryError error = new OutOfMemoryError("Java heap space");
    ErrorReport report = ErrorReport.of(new IllegalArgumentException("Self-suppression", error));
    assertThat(report.exitCode()).isEqualTo(ExitCode.ENVIRONMENT_CANNOT);
    assertThat(report.line())
        .isEqualTo("out of memory: Java heap space (more of it: BROKERBENCH_JAVA_OPTS=-Xmx1g)");
    assertThat(ErrorReport.of(new RunException("a lane failed", error)).line())
        .startsWith("out of memory: Java heap space");
    assertThat(ErrorReport.of(new OutOfMemoryError("unable to create native thread")).line())
        .isEqualTo("out of memory: unable to create native thread");
  }
}
