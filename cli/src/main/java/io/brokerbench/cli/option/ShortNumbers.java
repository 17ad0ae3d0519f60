package io.brokerbench.cli.option;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Numbers of options, which may end with {@code k} for thousands or {@code M} for millions: {@code
 * --rate 10k}. Sizes have multiples of 1024: {@code --payload 1KB}.
 */
public final class ShortNumbers {

  private static final String WHOLE = "a whole number up to " + Integer.MAX_VALUE;
  private static final Pattern ROWS = Pattern.compile("\\.(csv|jsonl|ndjson)$");
  private static final Pattern SHORT = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,9})?)([kKM])");
  private static final Pattern SIZE = Pattern.compile("(\\d{1,12})([kKmMgG]?)(i?[bB])?");
  private static final String SIZE_UNITS = "kmg";

  private ShortNumbers() {}

  /** Makes a command and its subcommands read all numbers so. */
  public static void readBy(CommandLine command) {
    ITypeConverter<Integer> integer = ShortNumbers::whole;
    ITypeConverter<Double> decimal = text -> decimal(text);
    command
        .registerConverter(Integer.class, integer)
        .registerConverter(int.class, integer)
        .registerConverter(
            Long.class, text -> parsed(text, BigDecimal::longValueExact, "a whole number"))
        .registerConverter(Double.class, decimal);
  }

  /**
   * Reads a whole number.
   *
   * @throws TypeConversionException if it is none
   */
  static int whole(String text) {
    return parsed(text, BigDecimal::intValueExact, WHOLE);
  }

  /**
   * Reads a number of clients.
   *
   * @param rows setting that takes a file of their rows, for those who give one
   */
  static int clients(String text, String rows) {
    if (ROWS.matcher(text).find()) {
      throw new TypeConversionException(
          WHOLE + "; a file with a row for each client is --set " + rows + "=" + text);
    }
    return whole(text);
  }

  private static double decimal(String text) {
    try {
      return Double.parseDouble(text); // which reads more than a BigDecimal does
    } catch (NumberFormatException e) {
      return parsed(text, BigDecimal::doubleValue, "a number, such as 500 or 10k");
    }
  }

  private static <N> N parsed(String text, Function<BigDecimal, N> type, String expected) {
    try {
      Matcher parts = SHORT.matcher(text.strip());
      return type.apply(
          parts.matches()
              ? new BigDecimal(parts.group(1)).movePointRight(parts.group(2).equals("M") ? 6 : 3)
              : new BigDecimal(text.strip()));
    } catch (ArithmeticException | NumberFormatException e) {
      throw new TypeConversionException(expected);
    }
  }

  /**
   * Reads a number of bytes: {@code 512}, {@code 1KB}, {@code 512m}, {@code 2GiB}.
   *
   * @throws TypeConversionException if it is none
   */
  static long bytes(String text) {
    Matcher parts = SIZE.matcher(text.strip());
    try {
      if (parts.matches()) {
        int power = SIZE_UNITS.indexOf(parts.group(2).toLowerCase(Locale.ROOT)) + 1;
        return Math.multiplyExact(
            Long.parseLong(parts.group(1)), 1L << (10 * (parts.group(2).isEmpty() ? 0 : power)));
      }
    } catch (ArithmeticException e) {
      throw new TypeConversionException("too large for a size");
    }
    throw new TypeConversionException(
        "a size in bytes, or with k, m or g, such as 100, 1KB or 512m");
  }

  /** Reads a number of bytes. */
  static final class SizeConverter implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      return bytes(text);
    }
  }

  /** Reads a number of bytes that fits an {@code int}. */
  static int smallSize(String text) {
    try {
      return Math.toIntExact(bytes(text));
    } catch (ArithmeticException e) {
      throw new TypeConversionException("a size up to " + Integer.MAX_VALUE + " bytes");
    }
  }
}
