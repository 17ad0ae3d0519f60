package io.brokerbench.core.cluster;

import io.brokerbench.core.base.DefinitionException;
import java.net.InetAddress;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How members of a cluster find and trust each other.
 *
 * @param name of the cluster; members of others are not seen
 * @param members addresses of some that are there already or will be; empty without a list
 * @param dnsName name whose addresses are the members; empty without one
 * @param bind address of this machine that others reach it by
 * @param port the first that is tried; one of the next {@value #PORTS} where it is taken
 * @param protection empty where the cluster is one machine's own
 */
public record ClusterSettings(
    String name,
    List<Member> members,
    Optional<String> dnsName,
    InetAddress bind,
    int port,
    Optional<ClusterProtection> protection) {

  /** The port that is tried first unless another one is given. */
  public static final int DEFAULT_PORT = 7_800;

  /** Ports that are tried. */
  public static final int PORTS = 20;

  private static final int MAX_PORT = 65_535;

  /** Checks that no other host can reach what is not protected. */
  public ClusterSettings {
    members = List.copyOf(members);
    Objects.requireNonNull(dnsName, "dnsName");
    if (name.isBlank()) {
      throw new DefinitionException("cluster", "a name", "nothing");
    }
    if (port < 1 || port > MAX_PORT - PORTS) {
      throw new DefinitionException("clusterPort", "between 1 and " + (MAX_PORT - PORTS), port);
    }
    if (protection.isEmpty() && !bind.isLoopbackAddress()) {
      throw new DefinitionException(
          "bind",
          "a loopback address without a secret or a key store, as any process could join otherwise",
          bind.getHostAddress());
    }
  }

  /**
   * Where a member is reached.
   *
   * @param host name or address
   * @param port of its transport
   */
  public record Member(String host, int port) {

    /** Reads {@code host:port} or {@code host}. */
    public static Member parse(String text) {
      int colon = text.lastIndexOf(':');
      boolean hasPort = (colon >= 0 && text.indexOf(':') == colon) || text.contains("]:");
      String host = (hasPort ? text.substring(0, colon) : text).replaceAll("[\\[\\]]", "");
      try {
        int port = hasPort ? Integer.parseInt(text.substring(colon + 1)) : DEFAULT_PORT;
        if (!host.isBlank() && port > 0 && port <= MAX_PORT) {
          return new Member(host, port);
        }
      } catch (NumberFormatException e) {
        // reported below
      }
      throw new DefinitionException("join", "host:port,host:port,...", text);
    }
  }
}
