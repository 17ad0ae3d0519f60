package io.brokerbench.acceptance;

import java.io.IOException;

/** Mount namespaces of Linux, in which a test may hide a file or mount a small disk. */
final class Namespaces {

  private Namespaces() {}

  /** Whether this user may make them here. */
  static boolean available() {
    try {
      return new ProcessBuilder("unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt")
              .redirectErrorStream(true)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
