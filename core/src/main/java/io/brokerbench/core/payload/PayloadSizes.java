package io.brokerbench.core.payload;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.MessageHeader;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How long the payloads of a run are, where they are not all of one length. Which size a message
 * has follows from the seed, its publisher and its sequence, so that one that is sent again is the
 * same.
 *
 * @param shape of the distribution
 * @param least least size in bytes; absent for 24, the header's. Not with samples
 * @param most largest size in bytes. Required, but not with samples
 * @param mean mean of the distribution in bytes, before it is cut at both bounds; required with
 *     {@code NORMAL}, {@code LOG_NORMAL} and {@code EXPONENTIAL}
 * @param deviation its standard deviation in bytes; required with {@code NORMAL} and {@code
 *     LOG_NORMAL}
 * @param file text file with a size in bytes on each line; required with {@code SAMPLES}, of which
 *     each has the same chance
 */
public record PayloadSizes(
    @JsonPropertyDescription(
            "Distribution of the sizes: UNIFORM, NORMAL, LOG_NORMAL, EXPONENTIAL or SAMPLES.")
        Shape shape,
    @JsonPropertyDescription("Least size in bytes (default: 24).")
        @Bounds(min = MessageHeader.BYTES, max = PayloadSizes.MAX_BYTES)
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<Integer> least,
    @JsonPropertyDescription("Largest size in bytes.")
        @Bounds(min = MessageHeader.BYTES, max = PayloadSizes.MAX_BYTES)
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<Integer> most,
    @JsonPropertyDescription("Mean of the distribution in bytes, before it is cut at both bounds.")
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<Double> mean,
    @JsonPropertyDescription("Standard deviation of the distribution in bytes.")
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<Double> deviation,
    @JsonPropertyDescription("Text file with a size in bytes on each line.")
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<String> file) {

  /** Shape of a distribution of sizes. */
  public enum Shape {
    /** Each size between the bounds has the same chance. */
    UNIFORM,
    /** A normal distribution. */
    NORMAL,
    /** A log-normal distribution: most are small, and a few are large. */
    LOG_NORMAL,
    /** An exponential distribution. */
    EXPONENTIAL,
    /** The sizes of a file. */
    SAMPLES;

    private boolean hasMean() {
      return this == NORMAL || this == LOG_NORMAL || this == EXPONENTIAL;
    }

    private boolean hasDeviation() {
      return this == NORMAL || this == LOG_NORMAL;
    }
  }

  /** Largest size. */
  public static final int MAX_BYTES = 16 * 1024 * 1024;

  /** Checks what each shape requires. */
  public PayloadSizes {
    if (shape == null) {
      throw new DefinitionException(
          "sizes needs a shape: UNIFORM, NORMAL, LOG_NORMAL, EXPONENTIAL or SAMPLES");
    }
    least = orEmpty(least);
    most = orEmpty(most);
    mean = orEmpty(mean);
    deviation = orEmpty(deviation);
    file = orEmpty(file);
    boolean samples = shape == Shape.SAMPLES;
    require("file", samples, file, shape);
    require("most", !samples, most, shape);
    require("mean", shape.hasMean(), mean, shape);
    require("deviation", shape.hasDeviation(), deviation, shape);
    if (samples && least.isPresent()) {
      throw new DefinitionException("sizes.least", "not with SAMPLES", least.get());
    }
    least.ifPresent(bytes -> requireSize("sizes.least", bytes));
    most.ifPresent(bytes -> requireSize("sizes.most", bytes));
    if (!samples && most.orElseThrow() < least.orElse(MessageHeader.BYTES)) {
      throw new DefinitionException(
          "sizes.most",
          "at least sizes.least, " + least.orElse(MessageHeader.BYTES),
          most.orElseThrow());
    }
    requirePositive("sizes.mean", mean);
    requirePositive("sizes.deviation", deviation);
  }

  private static <T> Optional<T> orEmpty(Optional<T> value) {
    return value == null ? Optional.empty() : value;
  }

  private static void require(String field, boolean needed, Optional<?> value, Shape shape) {
    if (needed != value.isPresent()) {
      throw new DefinitionException(
          "sizes." + field,
          (needed ? "to be given with " : "not with ") + shape,
          value.isPresent() ? value.get() : "nothing");
    }
  }

  /** Refuses a size that no payload has. */
  static void requireSize(String field, int bytes) {
    if (bytes < MessageHeader.BYTES || bytes > MAX_BYTES) {
      throw new DefinitionException(
          field, "%d to %d bytes".formatted(MessageHeader.BYTES, MAX_BYTES), bytes);
    }
  }

  private static void requirePositive(String field, Optional<Double> value) {
    if (value.filter(given -> !(given > 0 && given <= MAX_BYTES)).isPresent()) {
      throw new DefinitionException(
          field, "more than 0 and at most %d bytes".formatted(MAX_BYTES), value.get());
    }
  }

  /** The same with a relative path from a folder. */
  public PayloadSizes from(Path folder) {
    return new PayloadSizes(
        shape,
        least,
        most,
        mean,
        deviation,
        file.map(name -> folder.toAbsolutePath().resolve(name).normalize().toString()));
  }
}
