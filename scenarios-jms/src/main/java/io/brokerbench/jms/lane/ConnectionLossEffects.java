package io.brokerbench.jms.lane;

import io.brokerbench.core.driver.ConnectionLossEffect;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.ObjLongConsumer;

/** What lost connections have left in doubt, passed from one thread to another. */
public final class ConnectionLossEffects {

  private final Map<ConnectionLossEffect, Long> counts = new EnumMap<>(ConnectionLossEffect.class);
  private volatile boolean any;

  /** None yet. */
  public ConnectionLossEffects() {}

  /** Adds some. */
  public synchronized void add(ConnectionLossEffect kind, long count) {
    if (count > 0) {
      counts.merge(kind, count, Long::sum);
      any = true;
    }
  }

  /** Takes all that there is. */
  public void drainTo(ObjLongConsumer<ConnectionLossEffect> reader) {
    if (any) {
      synchronized (this) {
        any = false;
        counts.forEach(reader::accept);
        counts.clear();
      }
    }
  }
}
