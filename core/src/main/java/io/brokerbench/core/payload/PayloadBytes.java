package io.brokerbench.core.payload;

/**
 * Bytes of the payloads of a run whose payloads are of several sizes, headers of the tool included
 * and those of MQTT not.
 *
 * @param sent bytes of the messages that were sent
 * @param owed bytes of the deliveries that were owed for them
 * @param received bytes of the deliveries that were made, each counted once
 * @param least least size of a message that was sent
 * @param most largest size of a message that was sent
 */
public record PayloadBytes(long sent, long owed, long received, int least, int most) {

  /**
   * What one worker knows. Merging is associative.
   *
   * @param sent bytes of the messages that its publishers sent
   * @param owed bytes of those that some consumer is owed, each counted once
   * @param missing bytes of the deliveries that were owed to its consumers and were not made
   * @param least least size of a message that was sent; the largest number for none
   * @param most largest size of a message that was sent; 0 for none
   */
  public record Part(long sent, long owed, long missing, int least, int most) {

    /** Of a run whose payloads are all of one size. */
    public static final Part NONE = new Part(0, 0, 0, Integer.MAX_VALUE, 0);

    /** Both parts as one. */
    public Part merge(Part other) {
      return new Part(
          sent + other.sent,
          owed + other.owed,
          missing + other.missing,
          Math.min(least, other.least),
          Math.max(most, other.most));
    }

    /** The same with a message that was sent, be it owed or not. */
    public Part plusSent(int bytes, boolean isOwed) {
      return new Part(
          sent + bytes,
          owed + (isOwed ? bytes : 0),
          missing,
          Math.min(least, bytes),
          Math.max(most, bytes));
    }
  }

  /**
   * Of the whole run.
   *
   * @param fanOut deliveries owed for each message that is owed
   */
  public static PayloadBytes of(Part all, int fanOut) {
    long owed = all.owed() * fanOut;
    return new PayloadBytes(
        all.sent(), owed, owed - all.missing(), all.most() == 0 ? 0 : all.least(), all.most());
  }
}
