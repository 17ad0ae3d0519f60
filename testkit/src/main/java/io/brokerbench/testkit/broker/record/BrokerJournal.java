package io.brokerbench.testkit.broker.record;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** What the broker remembers for assertions; written by the event loop, read by any thread. */
public final class BrokerJournal {

  private static final int MOST_PROPERTIES = 1_000;

  private final Queue<ConnectRecord> connects = new ConcurrentLinkedQueue<>();
  private final Queue<PropertiesRecord> properties = new ConcurrentLinkedQueue<>();
  private final AtomicInteger kept = new AtomicInteger();
  private final Queue<String> violations = new ConcurrentLinkedQueue<>();

  /** Notes the properties of a packet; those of the oldest are forgotten. */
  public void properties(PropertiesRecord packet) {
    properties.add(packet);
    if (kept.incrementAndGet() > MOST_PROPERTIES) {
      properties.remove();
      kept.decrementAndGet();
    }
  }

  public void connect(ConnectRecord connect) {
    connects.add(connect);
  }

  public void violation(String sentence) {
    violations.add(sentence);
  }

  public List<PropertiesRecord> properties() {
    return List.copyOf(properties);
  }

  public List<ConnectRecord> connects() {
    return List.copyOf(connects);
  }

  public List<String> violations() {
    return List.copyOf(violations);
  }
}
