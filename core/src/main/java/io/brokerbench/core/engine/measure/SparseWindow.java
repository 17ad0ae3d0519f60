package io.brokerbench.core.engine.measure;

import java.util.Arrays;

/**
 * The set of sequence numbers that a stream has received, while one is missing for long.
 *
 * <p>Numbers are kept as bits in pages of 1024; a page that is full is replaced by a shared mark,
 * and full pages at the front are dropped, so that memory goes with the holes: about 170 bytes for
 * each page with a hole, 4 bytes for each other page above the first hole.
 */
final class SparseWindow {

  private static final int PAGE_SHIFT = 10;
  private static final int PAGE_BITS = 1 << PAGE_SHIFT;
  private static final int PAGE_WORDS = PAGE_BITS / Long.SIZE;
  private static final long[] FULL = new long[0];

  /** Pages from {@code firstPage} on; null is empty. The word after the bits counts them. */
  private long[][] pages = new long[4][];

  private long firstPage;
  private long end;
  private long holes;

  /**
   * Takes over a watermark and the 64 bits above it.
   *
   * @param watermark every number below it is in the set; it is not itself
   * @param window bit <i>i</i> stands for {@code watermark + 1 + i}
   */
  SparseWindow(long watermark, long window) {
    firstPage = watermark >>> PAGE_SHIFT;
    end = firstPage << PAGE_SHIFT;
    for (long sequence = end; sequence < watermark; sequence++) {
      add(sequence);
    }
    for (int i = 0; i < Long.SIZE; i++) {
      if ((window & (1L << i)) != 0) {
        add(watermark + 1 + i);
      }
    }
  }

  /** One above the highest number in the set. */
  long end() {
    return end;
  }

  /** Whether every number below {@link #end()} is in the set. */
  boolean isContiguous() {
    return holes == 0;
  }

  /** Adds a number; false if it is in the set already. */
  boolean add(long sequence) {
    long pageOffset = (sequence >>> PAGE_SHIFT) - firstPage;
    if (pageOffset < 0) {
      return false;
    }
    int index = Math.toIntExact(pageOffset);
    if (index >= pages.length) {
      pages = Arrays.copyOf(pages, Math.max(index + 1, pages.length * 2));
    }
    long[] page = pages[index];
    if (page == FULL) {
      return false;
    }
    if (page == null) {
      page = new long[PAGE_WORDS + 1];
      pages[index] = page;
    }
    int word = (int) (sequence & (PAGE_BITS - 1)) >>> 6;
    long bit = 1L << (sequence & 63);
    if ((page[word] & bit) != 0) {
      return false;
    }
    page[word] |= bit;
    if (++page[PAGE_WORDS] == PAGE_BITS) {
      pages[index] = FULL;
      dropFullPages();
    }
    if (sequence >= end) {
      holes += sequence - end;
      end = sequence + 1;
    } else {
      holes--;
    }
    return true;
  }

  /** Whether a number is in the set. */
  boolean contains(long sequence) {
    long pageOffset = (sequence >>> PAGE_SHIFT) - firstPage;
    if (pageOffset < 0) {
      return true;
    }
    if (pageOffset >= pages.length) {
      return false;
    }
    long[] page = pages[(int) pageOffset];
    if (page == null || page == FULL) {
      return page == FULL;
    }
    return (page[(int) (sequence & (PAGE_BITS - 1)) >>> 6] & (1L << (sequence & 63))) != 0;
  }

  private void dropFullPages() {
    int full = 0;
    while (full < pages.length && pages[full] == FULL) {
      full++;
    }
    if (full > 0) {
      System.arraycopy(pages, full, pages, 0, pages.length - full);
      Arrays.fill(pages, pages.length - full, pages.length, null);
      firstPage += full;
    }
  }
}
