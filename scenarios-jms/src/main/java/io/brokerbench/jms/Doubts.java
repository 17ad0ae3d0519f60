package io.brokerbench.jms;

import io.brokerbench.core.driver.Doubt;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.ObjLongConsumer;

/** What lost connections have left unsaid, told by one thread to another. */
final class Doubts {

  private final Map<Doubt, Long> counts = new EnumMap<>(Doubt.class);
  private volatile boolean any;

  synchronized void add(Doubt kind, long count) {
    if (count > 0) {
      counts.merge(kind, count, Long::sum);
      any = true;
    }
  }

  /** Takes all that there is. */
  void drainTo(ObjLongConsumer<Doubt> reader) {
    if (any) {
      synchronized (this) {
        any = false;
        counts.forEach(reader::accept);
        counts.clear();
      }
    }
  }
}
