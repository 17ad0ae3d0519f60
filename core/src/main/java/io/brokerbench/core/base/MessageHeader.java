package io.brokerbench.core.base;

/**
 * The first 24 bytes of every payload, as three big-endian 64-bit words.
 *
 * <pre>
 * word 0   intended send time, nanoseconds on the run's clock
 * word 1   publisher id (32 bits, unsigned) | sequence number (32 bits, unsigned)
 * word 2   send delay, microseconds (32 bits, unsigned) | checksum (32 bits)
 * </pre>
 *
 * <p>The checksum covers the other fields, the payload's length and the run's nonce, so that a
 * damaged or truncated payload, and a message that another run left on the broker, are both
 * recognised as not ours. It is the 64-bit finaliser of MurmurHash3 (Austin Appleby, public domain)
 * chained over the words, folded to 32 bits.
 *
 * <p>Drivers copy the three words to and from the payload and know nothing of what they mean. Words
 * are passed as {@code long}s, so neither side allocates.
 */
public final class MessageHeader {

  /** Bytes the header takes: the least payload of a message. */
  public static final int BYTES = 24;

  /** Highest sequence number that a publisher may use in one run. */
  public static final long MAX_SEQUENCE = 0xFFFF_FFFFL;

  private static final long MAX_SEND_DELAY_MICROS = 0xFFFF_FFFFL;
  private static final long LOW_32 = 0xFFFF_FFFFL;

  private MessageHeader() {}

  /** The second word. */
  public static long word1(int publisherId, long sequence) {
    return ((long) publisherId << 32) | (sequence & LOW_32);
  }

  /**
   * The third word.
   *
   * @param sendDelayNanos actual send time minus intended send time; rounded to microseconds, and
   *     held between 0 and 2^32-1 microseconds
   */
  public static long word2(
      long nonce, long word0, long word1, long sendDelayNanos, int payloadBytes) {
    long micros =
        Math.min(
            MAX_SEND_DELAY_MICROS,
            Math.max(0, sendDelayNanos / 1_000 + (sendDelayNanos % 1_000 + 500) / 1_000));
    return (micros << 32) | checksum(nonce, word0, word1, micros, payloadBytes);
  }

  /** Whether the three words were written by this run for a payload of this length. */
  public static boolean isValid(long nonce, long word0, long word1, long word2, int payloadBytes) {
    return checksum(nonce, word0, word1, word2 >>> 32, payloadBytes) == (word2 & LOW_32);
  }

  /**
   * What is wrong with a message that is not {@link #isValid}, as a sentence.
   *
   * @param client that got it
   */
  public static String mismatch(String client, long word1, int payloadBytes) {
    return NumberText.sentence(
        "%s got %s bytes whose header names message %s of publisher %s and has another checksum",
        client,
        payloadBytes,
        Long.toString(sequence(word1)),
        Integer.toUnsignedString(publisherId(word1)));
  }

  /** The same of a payload that has no room for a header. */
  public static String tooShort(String client, int payloadBytes) {
    return NumberText.sentence(
        "%s got %s bytes, of %s that a header has", client, payloadBytes, BYTES);
  }

  /** Publisher id of a second word. */
  public static int publisherId(long word1) {
    return (int) (word1 >>> 32);
  }

  /** Sequence number of a second word. */
  public static long sequence(long word1) {
    return word1 & LOW_32;
  }

  /** Send delay in nanoseconds (a multiple of 1000) of a third word. */
  public static long sendDelayNanos(long word2) {
    return (word2 >>> 32) * 1_000;
  }

  private static long checksum(
      long nonce, long word0, long word1, long sendDelayMicros, int payloadBytes) {
    long hash = mix(nonce ^ word0);
    hash = mix(hash ^ word1);
    hash = mix(hash ^ ((sendDelayMicros << 32) | (payloadBytes & LOW_32)));
    return (hash ^ (hash >>> 32)) & LOW_32;
  }

  private static long mix(long value) {
    long h = value;
    h ^= h >>> 33;
    h *= 0xff51afd7ed558ccdL;
    h ^= h >>> 33;
    h *= 0xc4ceb9fe1a85ec53L;
    h ^= h >>> 33;
    return h;
  }
}
