package io.brokerbench.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where a member runs.
 *
 * @param host its name
 * @param identity of the running system and its network; the same for members that reach each other
 *     by loopback addresses
 */
record Machine(String host, String identity) {

  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
  private static final Path NETWORK = Path.of("/proc/self/ns/net");

  /** This one. */
  static Machine here() {
    String host = hostName();
    try {
      return new Machine(
          host, Files.readString(BOOT).strip() + " " + Files.readSymbolicLink(NETWORK));
    } catch (IOException | UnsupportedOperationException e) {
      return new Machine(host, host);
    }
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }
}
