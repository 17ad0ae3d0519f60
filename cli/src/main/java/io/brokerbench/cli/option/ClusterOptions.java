package io.brokerbench.cli.option;

import io.brokerbench.cli.help.Grouped;
import io.brokerbench.cli.help.HelpGroup;
import io.brokerbench.cli.terminal.Sets;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.TextFile;
import io.brokerbench.core.cluster.ClusterProtection;
import io.brokerbench.core.cluster.ClusterSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options by which agents and those who want work done find and trust each other. */
@Grouped(HelpGroup.AGENTS)
public final class ClusterOptions {

  /** Environment variables, as what stands on a command line can be read by others. */
  public static final String SECRET = "BROKERBENCH_SECRET";

  /** Of documentation (RFC 5737): the way there is the way to all that is not near. */
  private static final String ANYWHERE = "192.0.2.1";

  private static final int MAX_SECRET_BYTES = 1 << 16;

  static final String KEY_STORE_PASSWORD = "BROKERBENCH_KEY_STORE_PASSWORD";

  @Sets("cluster")
  @Option(
      names = "--cluster",
      paramLabel = "NAME",
      description = "The cluster of agents (default: brokerbench).")
  private String name;

  @Sets("join")
  @Option(
      names = "--join",
      paramLabel = "HOST:PORT,...",
      description =
          "Addresses of one or more members (default: this machine, port "
              + ClusterSettings.DEFAULT_PORT
              + ").")
  private String join;

  @Option(
      names = "--dns",
      paramLabel = "NAME",
      description = "Name whose addresses are its members, such as a headless service.")
  private String dns;

  @Sets("bind")
  @Option(
      names = "--bind",
      paramLabel = "ADDRESS",
      description = "Address of this machine that the members reach it by.")
  private String bind;

  @Sets("clusterPort")
  @Option(
      names = "--cluster-port",
      paramLabel = "PORT",
      description = "First port to be tried for the cluster.")
  private Integer port;

  @Option(
      names = "--secret-file",
      paramLabel = "FILE",
      description =
          "File with the secret that all members share (default: the variable " + SECRET + ").")
  private Path secretFile;

  @Option(
      names = "--key-store",
      paramLabel = "FILE",
      description = "This member's certificate; its password in " + KEY_STORE_PASSWORD + ".")
  private Path keyStore;

  @Option(
      names = "--trust-store",
      paramLabel = "FILE",
      description = "Trust store for the members' certificates (default: --key-store).")
  private Path trustStore;

  /**
   * What they say.
   *
   * @param environment variables of this process
   * @throws DefinitionException if that makes no sense
   */
  public ClusterSettings settings(Map<String, String> environment) {
    if (join != null && dns != null) {
      throw DefinitionException.about(
          "--join", "not with --dns, which finds members as well", null);
    }
    Optional<ClusterProtection> protection = protection(environment);
    List<ClusterSettings.Member> members = members();
    return new ClusterSettings(
        name == null ? "brokerbench" : name,
        members,
        Optional.ofNullable(dns),
        address(protection.isPresent(), members),
        port == null ? ClusterSettings.DEFAULT_PORT : port,
        protection);
  }

  private List<ClusterSettings.Member> members() {
    return join == null
        ? List.of()
        : Arrays.stream(join.split(",", -1))
            .map(String::strip)
            .map(ClusterSettings.Member::parse)
            .toList();
  }

  private Optional<ClusterProtection> protection(Map<String, String> environment) {
    String secret = environment.getOrDefault(SECRET, "");
    if (trustStore != null && keyStore == null) {
      throw DefinitionException.about(
          "--trust-store", "needs --key-store, this member's certificate", null);
    }
    if (keyStore != null) {
      if (secretFile != null) {
        throw DefinitionException.about(
            "--secret-file", "not with --key-store, which protects as well", null);
      }
      String password = environment.get(KEY_STORE_PASSWORD);
      if (password == null) {
        throw DefinitionException.about(
            "--key-store", "its password is needed in " + KEY_STORE_PASSWORD, null);
      }
      return Optional.of(
          new ClusterProtection.KeyStoreFile(keyStore, password, Optional.ofNullable(trustStore)));
    }
    if (secretFile != null) {
      try {
        secret = TextFile.read(secretFile, MAX_SECRET_BYTES).strip();
      } catch (IOException e) {
        throw DefinitionException.about("--secret-file", secretFile + ": " + TextFile.reason(e), e);
      }
    } else if (secret.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(new ClusterProtection.Secret(secret));
    } catch (DefinitionException e) {
      String from = secretFile == null ? SECRET : "--secret-file";
      throw DefinitionException.about(from, e.getMessage(), e);
    }
  }

  /**
   * Without protection only this machine; with it, the address from which the others are reached:
   * the one that a socket gets which is to send to them, and sends nothing.
   */
  private InetAddress address(boolean isProtected, List<ClusterSettings.Member> members) {
    if (bind != null) {
      return addressOf("--bind", bind);
    }
    List<InetAddress> others =
        members.stream().map(member -> addressOf("--join", member.host())).toList();
    boolean onlyHere =
        !others.isEmpty() && others.stream().allMatch(InetAddress::isLoopbackAddress);
    if (!isProtected || onlyHere) {
      return InetAddress.getLoopbackAddress();
    }
    boolean anyMember = members.isEmpty() && dns == null;
    InetAddress far =
        others.stream()
            .filter(other -> !other.isLoopbackAddress())
            .findFirst()
            .orElseGet(this::farAway);
    try (DatagramSocket socket = new DatagramSocket()) {
      socket.connect(new InetSocketAddress(far, ClusterSettings.DEFAULT_PORT));
      return socket.getLocalAddress();
    } catch (SocketException | UncheckedIOException e) {
      if (anyMember) {
        return InetAddress.getLoopbackAddress(); // a machine without a network
      }
      throw DefinitionException.about(
          "--bind", "is needed, as nothing leads from here to " + far.getHostAddress(), e);
    }
  }

  /**
   * One of the members that the name stands for. The first member to start finds none yet: the name
   * is looked up again until the others are there.
   */
  private InetAddress farAway() {
    try {
      return addressOf("--dns", dns == null ? ANYWHERE : dns);
    } catch (DefinitionException e) {
      return addressOf("--dns", ANYWHERE);
    }
  }

  private static InetAddress addressOf(String option, String host) {
    try {
      return InetAddress.getAllByName(host)[0];
    } catch (UnknownHostException e) {
      throw DefinitionException.about(option, host + " has no address", e);
    }
  }
}
