package io.brokerbench.junit;

import static org.junit.platform.testkit.engine.EventConditions.abortedWithReason;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.test;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.instanceOf;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.opentest4j.TestAbortedException;

/** What a test class looks like whose only test said nothing about its broker. */
final class Aborts {

  private Aborts() {}

  /**
   * The test was aborted with a reason that names where the results are.
   *
   * @param reason pattern of its beginning
   */
  static void assertAborted(
      EngineExecutionResults executed, String test, String reason, Path results) {
    executed
        .testEvents()
        .assertThatEvents()
        .haveExactly(
            1,
            event(
                test(test),
                abortedWithReason(
                    instanceOf(TestAbortedException.class),
                    message(
                        text ->
                            Pattern.compile(reason).matcher(text).lookingAt()
                                && text.contains("; results in " + results)))));
  }
}
