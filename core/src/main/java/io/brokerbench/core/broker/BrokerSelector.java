package io.brokerbench.core.broker;

/**
 * How a user names a broker: {@code embedded:PRODUCT}, or the address of one that runs already,
 * such as {@code mqtt://HOST:PORT?product=NAME}.
 *
 * @param text as it was written
 */
public record BrokerSelector(String text) {

  private static final String SCHEME_END = "://";

  /** Whether it is the address of a broker that runs already. */
  public boolean isAddress() {
    return text.contains(SCHEME_END);
  }

  /** The product; of an address, its hosts and its path. */
  public String shortName() {
    return isAddress()
        ? text.substring(text.indexOf(SCHEME_END) + SCHEME_END.length()).replaceFirst("[?#].*", "")
        : text.substring(text.indexOf(':') + 1);
  }
}
