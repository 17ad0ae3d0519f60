package io.brokerbench.cli.option;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import picocli.CommandLine.TypeConversionException;

/**
 * Local addresses to connect from.
 *
 * @param addresses at least one
 */
public record SourceAddresses(List<InetAddress> addresses) {

  /** Most loopback addresses by number: 127.0.0.2 to 127.0.0.254. */
  static final int MOST = 253;

  private static final String EXPECTED =
      "local addresses, such as 10.0.0.5,10.0.0.6, or a number of loopback addresses up to " + MOST;

  public SourceAddresses {
    addresses = List.copyOf(addresses);
  }

  /** A number of loopback addresses; 127.0.0.1 is left to other programs. */
  static SourceAddresses loopback(int count) {
    return new SourceAddresses(
        IntStream.range(2, count + 2)
            .mapToObj(last -> address(new byte[] {127, 0, 0, (byte) last}))
            .toList());
  }

  private static InetAddress address(byte[] bytes) {
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(e); // four bytes are an address
    }
  }

  /**
   * Reads what the command line has.
   *
   * @throws TypeConversionException if it is none
   */
  static SourceAddresses parse(String text) {
    if (text.matches("\\d{1,9}")) {
      int count = Integer.parseInt(text);
      if (count < 1 || count > MOST) {
        throw new TypeConversionException(EXPECTED);
      }
      return loopback(count);
    }
    List<InetAddress> addresses = new ArrayList<>();
    for (String word : text.split(",", -1)) {
      addresses.addAll(local(word.strip()));
    }
    return new SourceAddresses(addresses);
  }

  /** Addresses that a socket can be bound to, which is what they are for. */
  private static List<InetAddress> local(String word) {
    if (word.isEmpty()) {
      throw new TypeConversionException(EXPECTED);
    }
    try {
      List<InetAddress> addresses = List.of(InetAddress.getAllByName(word));
      for (InetAddress address : addresses) {
        new ServerSocket(0, 1, address).close();
      }
      return addresses;
    } catch (IOException e) {
      throw new TypeConversionException(word + " is no address of this machine");
    }
  }
}
