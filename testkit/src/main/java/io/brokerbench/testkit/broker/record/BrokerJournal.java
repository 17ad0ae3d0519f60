package io.brokerbench.testkit.broker.record;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What the broker remembers for assertions; written by the event loop, read by any thread. */
public final class BrokerJournal {

  private final Queue<ConnectRecord> connects = new ConcurrentLinkedQueue<>();
  private final Queue<String> violations = new ConcurrentLinkedQueue<>();

  public void connect(ConnectRecord connect) {
    connects.add(connect);
  }

  public void violation(String sentence) {
    violations.add(sentence);
  }

  public List<ConnectRecord> connects() {
    return List.copyOf(connects);
  }

  public List<String> violations() {
    return List.copyOf(violations);
  }
}
