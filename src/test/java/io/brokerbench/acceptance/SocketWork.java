package io.brokerbench.acceptance;

import java.io.IOException;

/** What a stand-in before a broker does on a thread of its own, until its socket is closed. */
@FunctionalInterface
interface SocketWork {

  /** Ends with an exception where a client was refused, or one side has closed its connection. */
  void run() throws IOException, InterruptedException;

  /** Begins it. */
  static void start(String name, SocketWork work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException | InterruptedException e) {
                // The end of the connection, or of the test.
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
  }
}
