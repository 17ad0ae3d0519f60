package io.brokerbench.core.payload;

import java.util.List;

/**
 * The payload of one publisher: its text once, in which some places are written anew for each
 * message. All its payloads have one length. Allocates nothing; confined to its publisher's thread.
 */
public final class PayloadForm {

  private final byte[] text;
  private final StampedField[] fields;
  private final int[] offsets;

  /**
   * A form.
   *
   * @param text whose places are free to be written to
   * @param fields that are written
   * @param offsets where each of them begins
   */
  PayloadForm(byte[] text, List<StampedField> fields, List<Integer> offsets) {
    this.text = text;
    this.fields = fields.toArray(StampedField[]::new);
    this.offsets = offsets.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Length of each payload. */
  public int bytes() {
    return text.length;
  }

  /**
   * The payload of a message; the same words make the same payload.
   *
   * @return an array that is this form's own, and is overwritten by the next call
   */
  public byte[] stamped(long word0, long word1, long word2) {
    for (int i = 0; i < fields.length; i++) {
      fields[i].stamp(text, offsets[i], word0, word1, word2);
    }
    return text;
  }
}
