package io.brokerbench.core.base;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import org.HdrHistogram.Histogram;

/** Histograms as text: HdrHistogram's V2 compressed encoding, in Base64. */
public final class HistogramText {

  private HistogramText() {}

  /** The text of a histogram. */
  public static String encode(Histogram histogram) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer, Deflater.BEST_COMPRESSION);
    byte[] bytes = new byte[length];
    buffer.flip();
    buffer.get(bytes);
    return Base64.getEncoder().encodeToString(bytes);
  }

  /**
   * The histogram of a text, as a new one that grows by itself.
   *
   * @throws IllegalStateException if the text is not an encoded histogram
   */
  public static Histogram decode(String text) {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(text));
      Histogram histogram = Histogram.decodeFromCompressedByteBuffer(bytes, 0);
      histogram.setAutoResize(true);
      return histogram;
    } catch (DataFormatException | IllegalArgumentException e) {
      throw new IllegalStateException("not an encoded histogram", e);
    }
  }
}
