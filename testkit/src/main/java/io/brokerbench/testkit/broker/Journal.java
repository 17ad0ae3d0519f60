package io.brokerbench.testkit.broker;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What the broker remembers for assertions; written by the event loop, read by any thread. */
final class Journal {

  private final Queue<ConnectRecord> connects = new ConcurrentLinkedQueue<>();
  private final Queue<String> violations = new ConcurrentLinkedQueue<>();

  void connect(ConnectRecord connect) {
    connects.add(connect);
  }

  void violation(String sentence) {
    violations.add(sentence);
  }

  List<ConnectRecord> connects() {
    return List.copyOf(connects);
  }

  List<String> violations() {
    return List.copyOf(violations);
  }
}
