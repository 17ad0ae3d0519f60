package io.brokerbench.core.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.MessageHeader;
import io.brokerbench.core.payload.PayloadSizes.Shape;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SizeTableTest {

  private static PayloadSizes sizes(
      Shape shape, Integer least, Integer most, Double mean, Double deviation, String file) {
    return new PayloadSizes(
        shape,
        Optional.ofNullable(least),
        Optional.ofNullable(most),
        Optional.ofNullable(mean),
        Optional.ofNullable(deviation),
        Optional.ofNullable(file));
  }

  private static SizeTable table(PayloadSizes sizes) {
    return SizeTable.of(sizes, Optional.empty(), 1);
  }

  private static int[] drawn(SizeTable table) {
    return IntStream.range(0, 100_000)
        .map(i -> table.of(MessageHeader.word1(i % 10, i / 10)))
        .toArray();
  }

  private static double mean(int[] drawn) {
    return Arrays.stream(drawn).average().orElseThrow();
  }

  private static double deviation(int[] drawn) {
    double mean = mean(drawn);
    return Math.sqrt(
        Arrays.stream(drawn).mapToDouble(x -> (x - mean) * (x - mean)).average().orElseThrow());
  }

  @Test
  void eachSizeBetweenTheBoundsHasTheSameChance() {
    int[] drawn = drawn(table(sizes(Shape.UNIFORM, 24, 33, null, null, null)));
    for (int size = 24; size <= 33; size++) {
      int wanted = size;
      assertThat((double) Arrays.stream(drawn).filter(bytes -> bytes == wanted).count())
          .isCloseTo(10_000, within(400.0));
    }
  }

  @Test
  void aNormalDistributionHasItsMeanAndItsDeviation() {
    int[] drawn = drawn(table(sizes(Shape.NORMAL, null, 10_000, 1_000.0, 100.0, null)));
    assertThat(mean(drawn)).isCloseTo(1_000, within(2.0));
    assertThat(deviation(drawn)).isCloseTo(100, within(2.0));
  }

  @Test
  void aLogNormalDistributionHasTheMeanAndTheDeviationOfTheSizes() {
    SizeTable table = table(sizes(Shape.LOG_NORMAL, null, 1_000_000, 1_000.0, 500.0, null));
    assertThat(table.mean()).isCloseTo(1_000, within(10.0));
    assertThat(deviation(drawn(table))).isCloseTo(500, within(25.0));
  }

  @Test
  void anExponentialDistributionHasItsMean() {
    SizeTable table = table(sizes(Shape.EXPONENTIAL, null, 1_000_000, 1_000.0, null, null));
    // Without those below 24 bytes, it is the same distribution, 24 bytes later.
    assertThat(table.mean()).isCloseTo(1_024, within(10.0));
    assertThat(mean(drawn(table))).isCloseTo(table.mean(), within(20.0));
  }

  @Test
  void noSizeIsBeyondTheBounds() {
    int[] drawn = drawn(table(sizes(Shape.NORMAL, 900, 1_050, 1_000.0, 500.0, null)));
    assertThat(Arrays.stream(drawn).min()).hasValue(900);
    assertThat(Arrays.stream(drawn).max()).hasValue(1_050);
  }

  @Test
  void eachSampleHasTheSameChance() {
    PayloadSizes sizes = sizes(Shape.SAMPLES, null, null, null, null, "s.txt");
    SizeTable table =
        SizeTable.of(sizes, Optional.of(new PayloadText("s.txt", "100\n 24\r\n100")), 1);
    int[] drawn = drawn(table);
    assertThat((double) Arrays.stream(drawn).filter(bytes -> bytes == 24).count())
        .isCloseTo(33_333, within(900.0));
    assertThat(table.largest()).isEqualTo(100);
  }

  @Test
  void aMessageAlwaysHasTheSameSizeAndAnotherSeedOthers() {
    PayloadSizes sizes = sizes(Shape.UNIFORM, 24, 10_000, null, null, null);
    assertThat(drawn(table(sizes))).isEqualTo(drawn(table(sizes)));
    assertThat(drawn(SizeTable.of(sizes, Optional.empty(), 2))).isNotEqualTo(drawn(table(sizes)));
  }

  @Test
  void whatIsWrongIsNamed() {
    refused(
        "sizes.most nothing: to be given with UNIFORM", Shape.UNIFORM, 24, null, null, null, null);
    refused("sizes.mean nothing: to be given with NORMAL", Shape.NORMAL, 24, 99, null, 1.0, null);
    refused("sizes.deviation 1.0: not with EXPONENTIAL", Shape.EXPONENTIAL, 24, 99, 1.0, 1.0, null);
    refused("sizes.file f: not with UNIFORM", Shape.UNIFORM, 24, 99, null, null, "f");
    refused("sizes.least 24: not with SAMPLES", Shape.SAMPLES, 24, null, null, null, "f");
    refused("sizes.least 23: 24 to 16777216 bytes", Shape.UNIFORM, 23, 99, null, null, null);
    refused("sizes.most 50: at least sizes.least, 51", Shape.UNIFORM, 51, 50, null, null, null);
    assertThatThrownBy(() -> table(sizes(Shape.NORMAL, 24, 30, 9_000.0, 1.0, null)))
        .hasMessageContaining("sizes from 24 to 30 bytes are not rare");
    PayloadSizes samples = sizes(Shape.SAMPLES, null, null, null, null, "s.txt");
    for (String[] bad :
        new String[][] {
          {"24\nx", "s.txt:2 x: a size in bytes"},
          {"24\n\n25", "s.txt:2 nothing: a size in bytes"},
          {"3", "s.txt:1 3: 24 to 16777216 bytes"}
        }) {
      assertThatThrownBy(
              () -> SizeTable.of(samples, Optional.of(new PayloadText("s.txt", bad[0])), 1))
          .isInstanceOf(DefinitionException.class)
          .hasMessage(bad[1]);
    }
  }

  private static void refused(
      String message,
      Shape shape,
      Integer least,
      Integer most,
      Double mean,
      Double deviation,
      String file) {
    assertThatThrownBy(() -> sizes(shape, least, most, mean, deviation, file))
        .isInstanceOf(DefinitionException.class)
        .hasMessage(message);
  }
}
