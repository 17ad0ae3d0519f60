package io.brokerbench.embedded;

import java.nio.file.Path;

/**
 * The additional options of one broker of a pair. Its listeners are on fixed ports, as clients have
 * to know them before it opens them.
 *
 * @param primary whether it is the one that is active at the first start; the other one stands by
 * @param shared folder of both: for locks, or for a store that both use in turn
 * @param port where it listens for the other one
 * @param reachedAt the port by which the other one reaches it: the same, or that of a relay
 * @param peerPort the port by which it reaches the other one
 */
public record PairOptions(boolean primary, Path shared, int port, int reachedAt, int peerPort) {

  /**
   * Reads {@code primary:41000:41000:41001}: role, own port, where that is reached, where the other
   * one is.
   *
   * @throws IllegalArgumentException if it is malformed
   */
  static PairOptions parse(String text, Path shared) {
    String[] words = text.split(":", -1);
    boolean primary = words[0].equals("primary");
    if (words.length != 4 || (!primary && !words[0].equals("backup"))) {
      throw new IllegalArgumentException(
          "--pair=" + text + ": the form is primary|backup:PORT:PORT:PORT");
    }
    return new PairOptions(
        primary,
        shared,
        Integer.parseInt(words[1]),
        Integer.parseInt(words[2]),
        Integer.parseInt(words[3]));
  }
}
