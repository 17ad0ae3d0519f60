package io.brokerbench.core.payload;

import io.brokerbench.core.base.MessageHeader;

/** A part of a payload that is another one in each message, of one width. */
interface StampedField {

  /** Bytes that it takes. */
  int width();

  /**
   * Writes it. Allocates nothing; the same words write the same bytes.
   *
   * @param at where it begins
   */
  void stamp(byte[] out, int at, long word0, long word1, long word2);

  /** The three words as hexadecimal digits. */
  record Proof() implements StampedField {

    @Override
    public int width() {
      return ProofPlace.DIGITS;
    }

    @Override
    public void stamp(byte[] out, int at, long word0, long word1, long word2) {
      hex(out, at, word0);
      hex(out, at + 2 * Long.BYTES, word1);
      hex(out, at + 4 * Long.BYTES, word2);
    }

    private static void hex(byte[] out, int at, long word) {
      for (int i = 0; i < 2 * Long.BYTES; i++) {
        int digit = (int) (word >>> (60 - 4 * i)) & 15;
        out[at + i] = (byte) (digit < 10 ? '0' + digit : 'a' - 10 + digit);
      }
    }
  }

  /**
   * The number of the message among its publisher's, from 0, with spaces or zeros before it.
   *
   * @param fill what is before it
   */
  record Sequence(byte fill) implements StampedField {

    private static final int DIGITS = 10;

    @Override
    public int width() {
      return DIGITS;
    }

    @Override
    public void stamp(byte[] out, int at, long word0, long word1, long word2) {
      DecimalDigits.write(out, at, DIGITS, MessageHeader.sequence(word1), fill);
    }
  }

  /**
   * When the message was to be sent, in milliseconds since 1970.
   *
   * @param epochOffsetNanos from the run's clock to the time since 1970
   */
  record EpochMillis(long epochOffsetNanos) implements StampedField {

    private static final int DIGITS = 13;

    @Override
    public int width() {
      return DIGITS;
    }

    @Override
    public void stamp(byte[] out, int at, long word0, long word1, long word2) {
      long millis = Math.floorDiv(word0 + epochOffsetNanos, 1_000_000L);
      DecimalDigits.write(out, at, DIGITS, millis, (byte) '0');
    }
  }

  /**
   * The same as ISO 8601 in UTC: {@code 2026-11-26T08:30:00.125Z}.
   *
   * @param epochOffsetNanos from the run's clock to the time since 1970
   */
  record IsoTime(long epochOffsetNanos) implements StampedField {

    private static final int WIDTH = 24;
    private static final long DAY_MILLIS = 86_400_000;

    @Override
    public int width() {
      return WIDTH;
    }

    @Override
    public void stamp(byte[] out, int at, long word0, long word1, long word2) {
      long millis = Math.floorDiv(word0 + epochOffsetNanos, 1_000_000L);
      date(out, at, Math.floorDiv(millis, DAY_MILLIS));
      int ofDay = (int) Math.floorMod(millis, DAY_MILLIS);
      part(out, at + 11, 2, ofDay / 3_600_000, 'T');
      part(out, at + 14, 2, ofDay / 60_000 % 60, ':');
      part(out, at + 17, 2, ofDay / 1_000 % 60, ':');
      part(out, at + 20, 3, ofDay % 1_000, '.');
      out[at + 23] = 'Z';
    }

    /** Days since 1970 as a date: years begin in March, so that the leap day is the last one. */
    private static void date(byte[] out, int at, long epochDay) {
      long shifted = epochDay + 719_468;
      long era = Math.floorDiv(shifted, 146_097L);
      long ofEra = shifted - era * 146_097;
      long yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365;
      long ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
      long fromMarch = (5 * ofYear + 2) / 153;
      long month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
      long year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
      DecimalDigits.write(out, at, 4, year, (byte) '0');
      part(out, at + 5, 2, month, '-');
      part(out, at + 8, 2, ofYear - (153 * fromMarch + 2) / 5 + 1, '-');
    }

    private static void part(byte[] out, int at, int digits, long value, char before) {
      out[at - 1] = (byte) before;
      DecimalDigits.write(out, at, digits, value, (byte) '0');
    }
  }

  /**
   * A number at random, of equal chance, which follows from the message alone.
   *
   * @param least the least one, without its point
   * @param count how many there are
   * @param decimals digits behind the point
   * @param width of the longest of them
   * @param salt another one for each field and seed
   */
  record Random(long least, long count, int decimals, int width, long salt)
      implements StampedField {

    @Override
    public void stamp(byte[] out, int at, long word0, long word1, long word2) {
      long hash = (word1 ^ salt) * 0x9E37_79B9_7F4A_7C15L;
      hash = (hash ^ (hash >>> 32)) * 0xD6E8_FEB8_6659_FD93L;
      hash ^= hash >>> 32;
      long value = least + Long.remainderUnsigned(hash, count);
      DecimalDigits.writeSigned(out, at, width, value, decimals);
    }
  }
}
