package io.brokerbench.core.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LastWordsTest {

  @Test
  void whatALauncherSaysCountsMost() {
    assertReason("FAILED port taken\n  at Error.java\njava.net.BindException: error", "port taken");
  }

  @Test
  void aJvmThatDoesNotStartSaysWhyInItsSecondLine() {
    assertReason(
        "Error occurred during initialization of VM\n"
            + "Could not reserve enough space for 1048576KB object heap",
        "the JVM does not start: Could not reserve enough space for 1048576KB object heap");
  }

  @Test
  void memoryThatIsGoneIsNamedAlike() {
    assertReason(
        "Terminating due to java.lang.OutOfMemoryError: Java heap space",
        "out of memory: Java heap space");
    assertReason(
        "Exception in thread \"main\" java.lang.OutOfMemoryError: unable to create native thread\n"
            + "\tat java.base/java.lang.Thread.start0(Native Method)",
        "out of memory: unable to create native thread");
    assertReason(
        """
        #
        # There is insufficient memory for the Java Runtime Environment to continue.
        # An error report file with more information is saved as:
        # hs_err_pid7.log
        #
        """,
        "out of memory: insufficient memory for the Java Runtime Environment to continue.");
  }

  @Test
  void tooFewFilesAreNamedWithoutTheStackTrace() {
    assertReason(
        """
        Error: Could not find or load main class Main
        Caused by: java.io.FileNotFoundException: tzdb.dat (Too many open files)
            at java.base/java.io.FileInputStream.open(FileInputStream.java:216)
            ... 12 more
        """,
        "Too many open files");
  }

  /** What RabbitMQ 3.10.8 printed; its last line says only which application ended. */
  @Test
  void aTakenPortIsNamedWhereErlangOnlyHasItsCode() {
    assertReason(
        """
        [error] <0.791.0>     reason: {listen_error,{acceptor,{127,0,0,1},48883},eaddrinuse}
        init terminating in do_boot ({error,{rabbitmq_mqtt,{{shutdown,{_}},{rabbit_mqtt,start,[_]}}}})
        """,
        "Address already in use");
  }

  @Test
  void aLineThatIsAnErrorCountsMoreThanALaterOneThatMentionsOne() {
    assertReason(
        """
        BOOT FAILED
        ===========
        ERROR: epmd error for host localhost: nxdomain (non-existing domain)
        18:09:39.813 [error] <0.144.0>     errorContext: start_error
        18:09:39.814 [error] <0.142.0>
        """,
        "ERROR: epmd error for host localhost: nxdomain (non-existing domain)");
  }

  @Test
  void elseTheLastErrorAndElseTheLastLineThatIsNoStackFrame() {
    assertReason("1: Error: one\n2: Error: two\nterminating", "Error: two");
    assertReason("one\n two \n\n\tat a.B.c(B.java:1)\n\t... 3 more", "two");
    assertThat(LastWords.reason("\n\n".lines().toList())).isEmpty();
  }

  private static void assertReason(String output, String reason) {
    assertThat(LastWords.reason(output.lines().toList())).contains(reason);
  }
}
