package io.brokerbench.core.payload;

/** Writes numbers in decimal digits, right-aligned. Allocates nothing. */
final class DecimalDigits {

  private DecimalDigits() {}

  /**
   * Writes a number that is not negative; of one that is too long, the last digits.
   *
   * @param fill what is before it
   */
  static void write(byte[] out, int at, int width, long value, byte fill) {
    long rest = value;
    int i = at + width - 1;
    do {
      out[i--] = (byte) ('0' + rest % 10);
      rest /= 10;
    } while (rest > 0 && i >= at);
    while (i >= at) {
      out[i--] = fill;
    }
  }

  /**
   * Writes a number with spaces before it.
   *
   * @param decimals digits behind the point
   */
  static void writeSigned(byte[] out, int at, int width, long value, int decimals) {
    long rest = Math.abs(value);
    int i = at + width - 1;
    for (int digit = 0; digit < decimals; digit++) {
      out[i--] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    if (decimals > 0) {
      out[i--] = '.';
    }
    do {
      out[i--] = (byte) ('0' + rest % 10);
      rest /= 10;
    } while (rest > 0);
    if (value < 0) {
      out[i--] = '-';
    }
    while (i >= at) {
      out[i--] = ' ';
    }
  }
}
