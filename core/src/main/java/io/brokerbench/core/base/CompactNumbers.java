package io.brokerbench.core.base;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * Many whole numbers as a short text: their differences, as bytes with seven bits each, deflated,
 * in Base64. Half a million counts that are nearly equal, or ids at equal distances, are about a
 * kilobyte.
 */
public final class CompactNumbers {

  private static final int MAX_COUNT = 1 << 26;

  private CompactNumbers() {}

  /** The text of some numbers. */
  public static String encode(long[] numbers) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new BufferedOutputStream(new DeflaterOutputStream(bytes))) {
      write(out, numbers.length);
      long before = 0;
      for (long number : numbers) {
        long difference = number - before;
        write(out, (difference << 1) ^ (difference >> 63));
        before = number;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory does not fail so
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  /**
   * The numbers of a text.
   *
   * @throws IllegalArgumentException if it is not one that {@link #encode} made
   */
  public static long[] decode(String text) {
    byte[] bytes = Base64.getDecoder().decode(text);
    try (InputStream in =
        new BufferedInputStream(new InflaterInputStream(new ByteArrayInputStream(bytes)))) {
      long count = read(in);
      if (count < 0 || count > MAX_COUNT) {
        throw new IllegalArgumentException("not a list of numbers: " + count + " of them");
      }
      long[] numbers = new long[(int) count];
      long before = 0;
      for (int i = 0; i < numbers.length; i++) {
        long folded = read(in);
        before += (folded >>> 1) ^ -(folded & 1);
        numbers[i] = before;
      }
      return numbers;
    } catch (IOException e) {
      throw new IllegalArgumentException("not a list of numbers: " + e.getMessage(), e);
    }
  }

  private static void write(OutputStream out, long value) throws IOException {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      out.write((int) (rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    out.write((int) rest);
  }

  private static long read(InputStream in) throws IOException {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("it ends too early");
      }
      value |= (long) (next & 0x7F) << shift;
      if (next < 0x80) {
        return value;
      }
    }
    throw new IOException("a number of more than 64 bits");
  }
}
