package io.brokerbench.core.telemetry;

import java.util.OptionalLong;

/**
 * What processes hold at one instant, beside memory; absent is what the system does not report.
 *
 * @param threads how many they have
 * @param descriptors files and sockets that they have open
 */
public record ProcessHoldings(OptionalLong threads, OptionalLong descriptors) {

  /** Of processes that cannot be looked at. */
  public static final ProcessHoldings UNKNOWN =
      new ProcessHoldings(OptionalLong.empty(), OptionalLong.empty());

  /** Of several processes together; what is not known of one is not known of all. */
  ProcessHoldings plus(ProcessHoldings other) {
    return new ProcessHoldings(sum(threads, other.threads), sum(descriptors, other.descriptors));
  }

  private static OptionalLong sum(OptionalLong one, OptionalLong other) {
    return one.isPresent() && other.isPresent()
        ? OptionalLong.of(one.getAsLong() + other.getAsLong())
        : OptionalLong.empty();
  }
}
