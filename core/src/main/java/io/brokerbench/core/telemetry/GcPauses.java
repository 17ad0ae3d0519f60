package io.brokerbench.core.telemetry;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;

/**
 * Time that garbage collection has stopped this JVM.
 *
 * <p>Collectors that work beside the program (ZGC, Shenandoah) have one bean for their pauses and
 * one for whole cycles, during which the program runs on; cycles are left out. All beans of the
 * other collectors count pauses only, also {@code G1 Concurrent GC}, which is G1's remark and
 * cleanup pauses. Other stops of the JVM (safepoints for other reasons) are not in it. Safe for use
 * by several threads.
 */
public final class GcPauses {

  private final List<GarbageCollectorMXBean> pausing;

  /** Those of this JVM. */
  public GcPauses() {
    this(ManagementFactory.getGarbageCollectorMXBeans());
  }

  GcPauses(Collection<GarbageCollectorMXBean> collectors) {
    this.pausing = collectors.stream().filter(bean -> !bean.getName().endsWith("Cycles")).toList();
  }

  /** Milliseconds of pauses since the JVM started; take the difference of two calls. */
  public long totalMillis() {
    return pausing.stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
        .filter(millis -> millis > 0)
        .sum();
  }
}
