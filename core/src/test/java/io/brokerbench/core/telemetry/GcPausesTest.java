package io.brokerbench.core.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.reflect.Proxy;
import java.util.List;
import org.junit.jupiter.api.Test;

class GcPausesTest {

  @Test
  void cyclesThatRunBesideTheProgramAreNoPauses() {
    GcPauses zgc =
        new GcPauses(
            List.of(
                collector("ZGC Minor Cycles", 900),
                collector("ZGC Minor Pauses", 2),
                collector("ZGC Major Cycles", 5_000),
                collector("ZGC Major Pauses", 3)));
    GcPauses shenandoah =
        new GcPauses(
            List.of(collector("Shenandoah Pauses", 4), collector("Shenandoah Cycles", 700)));

    assertThat(zgc.totalMillis()).isEqualTo(5);
    assertThat(shenandoah.totalMillis()).isEqualTo(4);
  }

  @Test
  void allBeansOfTheOtherCollectorsCount() {
    GcPauses g1 =
        new GcPauses(
            List.of(
                collector("G1 Young Generation", 20),
                collector("G1 Concurrent GC", 3),
                collector("G1 Old Generation", 0)));

    assertThat(g1.totalMillis()).isEqualTo(23);
  }

  @Test
  void aTimeThatIsNotKnownCountsAsNone() {
    assertThat(new GcPauses(List.of(collector("Copy", -1))).totalMillis()).isZero();
  }

  @Test
  void ofThisJvmTheyNeverGrowLess() {
    GcPauses pauses = new GcPauses();
    long before = pauses.totalMillis();
    System.gc();

    assertThat(pauses.totalMillis()).isGreaterThanOrEqualTo(before);
  }

  private static GarbageCollectorMXBean collector(String name, long millis) {
    return (GarbageCollectorMXBean)
        Proxy.newProxyInstance(
            GcPausesTest.class.getClassLoader(),
            new Class<?>[] {GarbageCollectorMXBean.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getName" -> name;
                  case "getCollectionTime" -> millis;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }
}
