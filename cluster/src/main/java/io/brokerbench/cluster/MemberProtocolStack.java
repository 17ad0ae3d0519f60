package io.brokerbench.cluster;

import io.brokerbench.core.cluster.ClusterSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jgroups.JChannel;
import org.jgroups.protocols.Bundler;
import org.jgroups.protocols.Discovery;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.protocols.FRAG4;
import org.jgroups.protocols.MERGE3;
import org.jgroups.protocols.MFC;
import org.jgroups.protocols.PerDestinationBundler;
import org.jgroups.protocols.TCP;
import org.jgroups.protocols.TCPPING;
import org.jgroups.protocols.UFC;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.VERIFY_SUSPECT2;
import org.jgroups.protocols.dns.DNS_PING;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.stack.Protocol;
import org.jgroups.util.TLS;
import org.jgroups.util.TLSClientAuth;

/**
 * The protocols of a member, from the bottom: TCP, over TLS with a certificate on both sides where
 * the cluster is protected; discovery by a list or by DNS; failure detection within seconds.
 */
record MemberProtocolStack(ClusterSettings settings, Optional<MemberTls> tls) {

  private static final long FAILURE_MILLIS = 6_000;
  private static final long HEARTBEAT_MILLIS = 1_500;
  private static final long VERIFY_MILLIS = 1_000;
  private static final long JOIN_MILLIS = 1_500;
  private static final long MERGE_LEAST_MILLIS = 1_000;
  private static final long MERGE_MOST_MILLIS = 4_000;

  /**
   * A stack for some settings.
   *
   * @throws IOException if a key store cannot be read
   * @throws GeneralSecurityException if what it holds is of no use
   */
  static MemberProtocolStack of(ClusterSettings settings)
      throws GeneralSecurityException, IOException {
    Optional<MemberTls> tls =
        settings.protection().isPresent()
            ? Optional.of(MemberTls.of(settings.name(), settings.protection().get()))
            : Optional.empty();
    return new MemberProtocolStack(settings, tls);
  }

  int untrusted() {
    return tls.map(MemberTls::untrusted).orElse(0);
  }

  /** A channel that is not connected yet. */
  JChannel channel() throws Exception {
    List<Protocol> protocols = new ArrayList<>();
    protocols.add(transport());
    protocols.add(discovery());
    protocols.add(
        new MERGE3().setMinInterval(MERGE_LEAST_MILLIS).setMaxInterval(MERGE_MOST_MILLIS));
    protocols.add(new FD_ALL3().setTimeout(FAILURE_MILLIS).setInterval(HEARTBEAT_MILLIS));
    protocols.add(new VERIFY_SUSPECT2().setTimeout(VERIFY_MILLIS));
    protocols.add(new NAKACK2().useMcastXmit(false));
    protocols.add(new UNICAST3());
    protocols.add(new STABLE());
    protocols.add(new GMS().setJoinTimeout(JOIN_MILLIS).printLocalAddress(false));
    protocols.add(new UFC());
    protocols.add(new MFC());
    protocols.add(new FRAG4());
    JChannel channel = new JChannel(protocols);
    // It would answer questions from any machine on a port of its own.
    channel.getProtocolStack().getTransport().getDiagnosticsHandler().setEnabled(false);
    return channel;
  }

  private TCP transport() throws Exception {
    TCP tcp = new TCP();
    tcp.setBindAddress(settings.bind())
        .setBindPort(settings.port())
        .setPortRange(ClusterSettings.PORTS);
    tcp.tcpNodelay(true);
    tcp.enableSuspectEvents(true); // a member whose connection ends is looked after at once
    tcp.setBundler(senders());
    tls.ifPresent(
        protection ->
            tcp.tls(
                new TLS()
                    .enabled(true)
                    .setProtocols(new String[] {"TLSv1.3"})
                    .setClientAuth(TLSClientAuth.NEED)
                    .setSSLContext(protection.context())));
    return tcp;
  }

  /**
   * A thread for each member that is sent to, so that none waits for another one's connection. With
   * one thread for all, as it is by default, JGroups 5.5.2 turns in a circle once a member has left
   * that it had something for, and takes a core from the load.
   */
  private static Bundler senders() {
    return new PerDestinationBundler().useSingleSenderThread(false);
  }

  /**
   * Without a list and without a name, members are looked for on this machine. A member that is
   * asked names all that it knows: one that all have in their lists need not be the coordinator,
   * and those that start together would find it and not each other.
   */
  private Protocol discovery() {
    return search().returnEntireCache(true);
  }

  private Discovery search() {
    if (settings.dnsName().isPresent()) {
      return new DNS_PING().dnsQuery(settings.dnsName().get()).dnsRecordType("A");
    }
    List<InetSocketAddress> hosts =
        settings.members().isEmpty()
            ? IntStream.rangeClosed(settings.port(), settings.port() + ClusterSettings.PORTS)
                .mapToObj(port -> new InetSocketAddress(settings.bind(), port))
                .toList()
            : settings.members().stream()
                .map(member -> new InetSocketAddress(member.host(), member.port()))
                .toList();
    TCPPING ping = new TCPPING();
    ping.setInitialHosts(hosts);
    ping.setPortRange(0);
    return ping;
  }
}
