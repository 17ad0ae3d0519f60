package io.brokerbench.core.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class AcknowledgedSequencesTest {

  private final AcknowledgedSequences acknowledged = new AcknowledgedSequences();

  private List<Long> missing(long limit) {
    List<Long> missing = new ArrayList<>();
    acknowledged.forEachMissing(limit, missing::add);
    return missing;
  }

  @Test
  void whatNeverCameIsMissing() {
    LongStream.range(0, 100_000).filter(i -> i != 17 && i != 99_998).forEach(acknowledged::add);
    assertThat(missing(100_002)).containsExactly(17L, 99_998L, 100_000L, 100_001L);
    assertThat(acknowledged.contains(16)).isTrue();
    assertThat(acknowledged.contains(17)).isFalse();
  }

  @Test
  void anyOrderAndAnyRepetitionComesToTheSame() {
    List<Long> all = new ArrayList<>(LongStream.range(0, 5_000).boxed().toList());
    all.remove(Long.valueOf(70));
    all.addAll(List.of(1L, 1L, 300L));
    Collections.shuffle(all, new Random(1));
    all.forEach(acknowledged::add);
    assertThat(missing(5_001)).containsExactly(70L, 5_000L);
    acknowledged.add(70);
    assertThat(missing(5_000)).isEmpty();
  }
}
