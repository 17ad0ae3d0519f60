package io.brokerbench.core.payload;

import java.nio.charset.StandardCharsets;

/**
 * Where the header that proves a message stands in the payload: 48 hexadecimal digits, the three
 * words one after the other.
 *
 * @param fromEnd whether the offset counts from the end of the payload
 * @param offset of the first digit from the payload's first byte, or bytes from the first digit to
 *     the end
 */
public record ProofPlace(boolean fromEnd, int offset) {

  private static final StampedField PROOF = new StampedField.Proof();

  /** Name of the user property of MQTT 5 that has the digits where the payload has none. */
  public static final String PROPERTY = "brokerbench-proof";

  /** Name of the property of JMS that has them likewise; hyphens are not allowed in it. */
  public static final String JMS_PROPERTY = "brokerbench_proof";

  /** Digits of the three words. */
  public static final int DIGITS = 3 * 2 * Long.BYTES;

  /**
   * Index of the first digit in a payload of this length; -1 where the payload is too short for it.
   */
  public int in(int payloadBytes) {
    int at = fromEnd ? payloadBytes - offset : offset;
    return at < 0 || at + DIGITS > payloadBytes ? -1 : at;
  }

  /** Writes the digits of the three words. Allocates nothing. */
  public static void write(byte[] out, long word0, long word1, long word2) {
    PROOF.stamp(out, 0, word0, word1, word2);
  }

  /** The digits of the three words. */
  public static String text(long word0, long word1, long word2) {
    byte[] digits = new byte[DIGITS];
    write(digits, word0, word1, word2);
    return new String(digits, StandardCharsets.US_ASCII);
  }

  /**
   * One of the words. Digits that are none make a word that passes no check.
   *
   * @param digits of all three
   * @param index of the word, 0 to 2
   */
  public static long word(byte[] digits, int index) {
    long word = 0;
    int from = index * 2 * Long.BYTES;
    for (int i = from; i < from + 2 * Long.BYTES; i++) {
      int digit = digits[i] <= '9' ? digits[i] - '0' : digits[i] - 'a' + 10;
      word = (word << 4) | (digit & 15);
    }
    return word;
  }
}
