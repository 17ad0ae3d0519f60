package io.brokerbench.core.engine.worker;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.management.JMException;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Switches the JVM's optimising compiler off for a burst.
 *
 * <p>A connection burst is over in seconds. In that time the optimising compiler takes more CPU
 * than the connects, on cores that the broker needs, for code that will not run long enough to pay
 * it back; what the quick compiler makes is good enough. So the JVM's own diagnostic command makes
 * it leave all methods alone (jcmd's {@code Compiler.directives_add}). Another JVM may not know it:
 * then nothing happens.
 */
public final class JitCompilerControl {

  private static final Logger LOG = LoggerFactory.getLogger(JitCompilerControl.class);
  private static final String DIRECTIVES =
      "[{ match: [\"*.*\"], c2: { Exclude: true }, Log: false }]\n";
  private static final String[] ONE_TEXT = {String[].class.getName()};

  private JitCompilerControl() {}

  /** From now on, until the JVM ends: for processes that do nothing but connect. */
  public static void standBack() {
    try {
      Path file = Files.createTempFile("brokerbench-compiler", ".json");
      try {
        Files.writeString(file, DIRECTIVES);
        Object answer =
            ManagementFactory.getPlatformMBeanServer()
                .invoke(
                    new ObjectName("com.sun.management:type=DiagnosticCommand"),
                    "compilerDirectivesAdd",
                    new Object[] {new String[] {file.toString()}},
                    ONE_TEXT);
        LOG.debug("compiler directives: {}", answer);
      } finally {
        Files.deleteIfExists(file);
      }
    } catch (IOException | JMException e) {
      LOG.debug("the optimising compiler goes on: {}", e.toString());
    }
  }
}
