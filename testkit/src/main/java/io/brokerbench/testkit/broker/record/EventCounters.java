package io.brokerbench.testkit.broker.record;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts, for the event loop to write and any thread to read, also while the broker is stalled.
 *
 * <p>There is one writer, so adding is a plain read and an ordered write.
 */
public final class EventCounters {

  /** What is counted. */
  public enum Count {
    CONNECTIONS_ACCEPTED,
    CONNECTIONS_REFUSED,
    CONNECTIONS_OPEN,
    MAX_CONNECTIONS_OPEN,
    PUBLISHES_QOS_0,
    PUBLISHES_QOS_1,
    PUBLISHES_QOS_2,
    ACKNOWLEDGEMENTS_SENT,
    DELIVERIES_SENT,
    REDELIVERIES_SENT,
    ACKNOWLEDGEMENTS_RECEIVED,
    QUEUED,
    DROPPED,
    DUPLICATED,
    SWAPPED,
    TCP_ACCEPTED,
    MISDELIVERED,
    ALTERED,
    IGNORED,
    ACKNOWLEDGEMENTS_OMITTED
  }

  private static final Count[] PUBLISHES = {
    Count.PUBLISHES_QOS_0, Count.PUBLISHES_QOS_1, Count.PUBLISHES_QOS_2
  };

  private final Map<Count, AtomicLong> counts = new EnumMap<>(Count.class);

  public EventCounters() {
    for (Count count : Count.values()) {
      counts.put(count, new AtomicLong());
    }
  }

  public void increment(Count count) {
    add(count, 1);
  }

  public void add(Count count, long difference) {
    AtomicLong cell = counts.get(count);
    cell.lazySet(cell.get() + difference);
  }

  public void publishReceived(int qos) {
    increment(PUBLISHES[qos]);
  }

  public void connectionOpened() {
    increment(Count.CONNECTIONS_ACCEPTED);
    increment(Count.CONNECTIONS_OPEN);
    long open = get(Count.CONNECTIONS_OPEN);
    if (open > get(Count.MAX_CONNECTIONS_OPEN)) {
      counts.get(Count.MAX_CONNECTIONS_OPEN).lazySet(open);
    }
  }

  public void connectionClosed() {
    add(Count.CONNECTIONS_OPEN, -1);
  }

  public long get(Count count) {
    return counts.get(count).get();
  }

  public BrokerCounters snapshot() {
    return new BrokerCounters(
        get(Count.CONNECTIONS_ACCEPTED),
        get(Count.CONNECTIONS_REFUSED),
        get(Count.CONNECTIONS_OPEN),
        get(Count.MAX_CONNECTIONS_OPEN),
        get(Count.PUBLISHES_QOS_0),
        get(Count.PUBLISHES_QOS_1),
        get(Count.PUBLISHES_QOS_2),
        get(Count.ACKNOWLEDGEMENTS_SENT),
        get(Count.DELIVERIES_SENT),
        get(Count.REDELIVERIES_SENT),
        get(Count.ACKNOWLEDGEMENTS_RECEIVED),
        get(Count.QUEUED),
        get(Count.DROPPED),
        get(Count.DUPLICATED),
        get(Count.SWAPPED),
        get(Count.TCP_ACCEPTED),
        get(Count.MISDELIVERED),
        get(Count.ALTERED),
        get(Count.IGNORED),
        get(Count.ACKNOWLEDGEMENTS_OMITTED));
  }
}
