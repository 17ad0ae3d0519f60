package io.brokerbench.core.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeapAfterCollectionTest {

  private static final int BYTES = 32 << 20;

  private final List<byte[]> kept = new ArrayList<>();

  @Test
  void whatIsReachableIsInItAndWhatIsNotIsNot() {
    HeapAfterCollection heap = new HeapAfterCollection();
    System.gc();
    heap.newest();
    kept.add(new byte[BYTES]);
    System.gc();
    long with = heap.newest().orElseThrow();
    kept.clear();
    System.gc();
    long without = heap.newest().orElseThrow();

    assertThat(with - without).isGreaterThan(BYTES / 2);
  }

  @Test
  void oneCollectionIsReportedOnce() {
    HeapAfterCollection heap = new HeapAfterCollection();
    System.gc();

    assertThat(heap.newest()).isPresent();
    assertThat(heap.newest()).isEmpty();
  }
}
