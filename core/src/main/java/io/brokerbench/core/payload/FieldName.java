package io.brokerbench.core.payload;

import io.brokerbench.core.base.DefinitionException;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * A field of a template that is another one in each message.
 *
 * @param width bytes that it takes
 * @param isProof whether it is the header that proves the message
 * @param maker makes it, of a salt and of the offset from the run's clock to the time since 1970
 */
record FieldName(int width, boolean isProof, BiFunction<Long, Long, StampedField> maker) {

  /** The names of all, for messages. */
  static final String KNOWN =
      "proof, publisher, sequence, sequence:0, time, isoTime and random:LEAST:MOST";

  private static final int MAX_DECIMALS = 9;
  private static final BigDecimal MAX_BOUND = BigDecimal.valueOf(1_000_000_000_000L);

  /**
   * The field of a name; empty where it is none of these.
   *
   * @param place for messages
   */
  static Optional<FieldName> of(String place, String name) {
    return switch (name) {
      case "proof" -> Optional.of(field(new StampedField.Proof()));
      case "sequence" -> Optional.of(field(new StampedField.Sequence((byte) ' ')));
      case "sequence:0" -> Optional.of(field(new StampedField.Sequence((byte) '0')));
      case "time" ->
          Optional.of(
              new FieldName(13, false, (salt, epoch) -> new StampedField.EpochMillis(epoch)));
      case "isoTime" ->
          Optional.of(new FieldName(24, false, (salt, epoch) -> new StampedField.IsoTime(epoch)));
      default -> name.startsWith("random:") ? Optional.of(random(place, name)) : Optional.empty();
    };
  }

  private static FieldName field(StampedField always) {
    return new FieldName(
        always.width(), always instanceof StampedField.Proof, (salt, epoch) -> always);
  }

  private static FieldName random(String place, String name) {
    String[] bounds = name.substring("random:".length()).split(":", -1);
    try {
      if (bounds.length == 2) {
        BigDecimal least = new BigDecimal(bounds[0].strip());
        BigDecimal most = new BigDecimal(bounds[1].strip());
        int decimals = Math.max(0, Math.max(least.scale(), most.scale()));
        if (least.compareTo(most) < 0
            && decimals <= MAX_DECIMALS
            && least.abs().max(most.abs()).scaleByPowerOfTen(decimals).compareTo(MAX_BOUND) <= 0) {
          return random(least, most, decimals);
        }
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new DefinitionException(
        "%s: ${%s}".formatted(place, name),
        "random:LEAST:MOST, two numbers of up to 12 digits with the smaller one first",
        "is none");
  }

  private static FieldName random(BigDecimal least, BigDecimal most, int decimals) {
    int width =
        Math.max(
            least.setScale(decimals).toPlainString().length(),
            most.setScale(decimals).toPlainString().length());
    // between -0.5 and 9, the longest is the negative one; between -9 and 0.5 too
    long first = least.setScale(decimals).unscaledValue().longValueExact();
    long count = most.setScale(decimals).unscaledValue().longValueExact() - first + 1;
    return new FieldName(
        width,
        false,
        (salt, epoch) -> new StampedField.Random(first, count, decimals, width, salt));
  }
}
