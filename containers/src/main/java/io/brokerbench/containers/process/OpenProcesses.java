package io.brokerbench.containers.process;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The processes of this JVM that have not been closed, and the one shutdown hook that closes them,
 * so that neither Ctrl-C nor a forgotten {@code close()} leaves a broker behind.
 */
final class OpenProcesses {

  private static final Set<OwnedProcess> OPEN = new LinkedHashSet<>();
  private static boolean hooked;
  private static boolean ending;

  private OpenProcesses() {}

  /**
   * From now on the end of the JVM closes it.
   *
   * @throws IllegalStateException if the JVM is ending already
   */
  static synchronized void add(OwnedProcess process) {
    if (ending) {
      throw new IllegalStateException("the JVM is ending");
    }
    if (!hooked) {
      Thread hook = new Thread(OpenProcesses::closeAll, "broker-shutdown");
      Runtime.getRuntime().addShutdownHook(hook);
      hooked = true;
    }
    OPEN.add(process);
  }

  static synchronized void remove(OwnedProcess process) {
    OPEN.remove(process);
  }

  /** All are asked before the first is waited for, so that it takes as long as the slowest. */
  private static void closeAll() {
    List<OwnedProcess> open = end();
    open.forEach(OwnedProcess::requestEnd);
    open.forEach(OwnedProcess::close);
  }

  /** The last one first: it may use what is in the folder of one before it. */
  private static synchronized List<OwnedProcess> end() {
    ending = true;
    List<OwnedProcess> open = new ArrayList<>(OPEN);
    Collections.reverse(open);
    return open;
  }
}
