package io.brokerbench.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The host of a member.
 *
 * @param host its name
 * @param identity of the running system and its network; the same for members that reach each other
 *     by loopback addresses
 */
record MemberHost(String host, String identity) {

  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
  private static final Path NETWORK = Path.of("/proc/self/ns/net");

  /** This one. */
  static MemberHost here() {
    String host = hostName();
    try {
      return new MemberHost(
          host, Files.readString(BOOT).strip() + " " + Files.readSymbolicLink(NETWORK));
    } catch (IOException | UnsupportedOperationException e) {
      return new MemberHost(host, host);
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
