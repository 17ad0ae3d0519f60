package io.brokerbench.core.telemetry;

import com.sun.management.GarbageCollectorMXBean;
import com.sun.management.GcInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The heap that this JVM still used after its latest garbage collection: what is reachable, and
 * what that collection did not look at. Belongs to one thread.
 */
public final class HeapAfterCollection {

  private final List<GarbageCollectorMXBean> collectors;
  private final Set<String> heapPools;
  private long seenUntilMillis = -1;

  /** Of this JVM. */
  public HeapAfterCollection() {
    this(
        ManagementFactory.getPlatformMXBeans(GarbageCollectorMXBean.class),
        ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .map(pool -> pool.getName())
            .collect(Collectors.toSet()));
  }

  HeapAfterCollection(Collection<GarbageCollectorMXBean> collectors, Set<String> heapPools) {
    this.collectors = List.copyOf(collectors);
    this.heapPools = Set.copyOf(heapPools);
  }

  /** Bytes after the latest collection; empty where there was none since this was last asked. */
  public OptionalLong newest() {
    GcInfo newest = null;
    for (GarbageCollectorMXBean collector : collectors) {
      GcInfo info = collector.getLastGcInfo();
      if (info != null && (newest == null || info.getEndTime() > newest.getEndTime())) {
        newest = info;
      }
    }
    if (newest == null || newest.getEndTime() <= seenUntilMillis) {
      return OptionalLong.empty();
    }
    seenUntilMillis = newest.getEndTime();
    return OptionalLong.of(
        newest.getMemoryUsageAfterGc().entrySet().stream()
            .filter(pool -> heapPools.contains(pool.getKey()))
            .mapToLong(pool -> pool.getValue().getUsed())
            .sum());
  }
}
