package io.brokerbench.core.payload;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.MessageHeader;
import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.ExponentialDistribution;
import org.apache.commons.statistics.distribution.LogNormalDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.UniformContinuousDistribution;

/**
 * The sizes that payloads of a run have, each of the same chance: the quantiles of a distribution
 * at even distances, or the samples of a file. Immutable; looking one up allocates nothing.
 */
public final class SizeTable {

  /** Quantiles of a distribution that has no samples. */
  private static final int QUANTILES = 1 << 14;

  private final int[] sizes;
  private final long salt;

  private SizeTable(int[] sizes, long seed) {
    this.sizes = sizes;
    this.salt = seed * 31;
  }

  /**
   * The sizes of a setting.
   *
   * @param samples text of its file; empty without one
   * @param seed of all that is random
   * @throws DefinitionException if the file has something else than sizes; the message names file
   *     and line
   */
  public static SizeTable of(PayloadSizes setting, Optional<PayloadText> samples, long seed) {
    return new SizeTable(
        setting.shape() == PayloadSizes.Shape.SAMPLES
            ? samples(samples.orElseThrow())
            : quantiles(setting),
        seed);
  }

  private static int[] samples(PayloadText text) {
    String[] lines = text.text().split("\n", -1);
    int[] sizes = new int[lines.length];
    for (int i = 0; i < lines.length; i++) {
      String place = text.file() + ":" + (i + 1);
      String line = lines[i].strip();
      try {
        sizes[i] = Integer.parseInt(line);
      } catch (NumberFormatException e) {
        throw new DefinitionException(place, "a size in bytes", line.isEmpty() ? "nothing" : line);
      }
      PayloadSizes.requireSize(place, sizes[i]);
    }
    return sizes;
  }

  /** Of the distribution between its bounds, at the middle of each of equal parts. */
  private static int[] quantiles(PayloadSizes setting) {
    int least = setting.least().orElse(MessageHeader.BYTES);
    int most = setting.most().orElseThrow();
    ContinuousDistribution whole = distribution(setting, least, most);
    double below = whole.cumulativeProbability(least - 0.5);
    double within = whole.cumulativeProbability(most + 0.5) - below;
    if (!(within > 1e-6)) {
      throw new DefinitionException(
          "sizes.mean",
          "such that sizes from %d to %d bytes are not rare".formatted(least, most),
          setting.mean().orElse(0.0));
    }
    int[] sizes = new int[QUANTILES];
    for (int i = 0; i < QUANTILES; i++) {
      double at = below + within * (i + 0.5) / QUANTILES;
      long size = Math.round(whole.inverseCumulativeProbability(at));
      sizes[i] = (int) Math.max(least, Math.min(most, size));
    }
    return sizes;
  }

  private static ContinuousDistribution distribution(PayloadSizes setting, int least, int most) {
    double mean = setting.mean().orElse(0.0);
    double deviation = setting.deviation().orElse(0.0);
    return switch (setting.shape()) {
      case UNIFORM -> UniformContinuousDistribution.of(least - 0.5, most + 0.5);
      case NORMAL -> NormalDistribution.of(mean, deviation);
      case LOG_NORMAL -> {
        double variance = Math.log1p(deviation * deviation / (mean * mean));
        yield LogNormalDistribution.of(Math.log(mean) - variance / 2, Math.sqrt(variance));
      }
      case EXPONENTIAL -> ExponentialDistribution.of(mean);
      case SAMPLES -> throw new IllegalArgumentException("samples are no distribution");
    };
  }

  /**
   * Size of a message's payload.
   *
   * @param word1 second word of its header, which names publisher and sequence
   */
  public int of(long word1) {
    long hash = (word1 ^ salt) * 0x9E37_79B9_7F4A_7C15L;
    hash = (hash ^ (hash >>> 32)) * 0xD6E8_FEB8_6659_FD93L;
    hash ^= hash >>> 32;
    return sizes[(int) Long.remainderUnsigned(hash, sizes.length)];
  }

  /** The largest of them. */
  public int largest() {
    return Arrays.stream(sizes).max().orElseThrow();
  }

  /** Their mean. */
  double mean() {
    return Arrays.stream(sizes).average().orElseThrow();
  }
}
