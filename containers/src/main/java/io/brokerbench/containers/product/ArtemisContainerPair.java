package io.brokerbench.containers.product;

import static java.net.InetSocketAddress.createUnresolved;

import io.brokerbench.containers.container.ClusterRecipe;
import io.brokerbench.containers.container.ContainerRecipe.Plan;
import io.brokerbench.containers.metrics.ManagementPages;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Two Artemis of which the second one has a copy of all that the first one has, and takes over. The
 * settings are those of the embedded pair; the lock that says which of them may be active is the
 * product's own, of files in a volume that both have.
 */
record ArtemisContainerPair() implements ClusterRecipe {

  private static final List<String> NAMES = List.of("primary", "backup");

  /** The configuration, by its recipe. */
  private static final String FILE = "/var/lib/artemis-instance/etc-override/broker.xml";

  /** Of the console, as its image has it. */
  private static final int CONSOLE_PORT = 8_161;

  private static final String LOGIN = "artemis:artemis";

  /** Whoever the image's user is may write there. */
  private static final String LOCKS = "/var/lib/brokerbench/locks";

  private static final String IN_SYNC =
      "/console/jolokia/read/org.apache.activemq.artemis:broker=%22brokerbench%22/ReplicaSync";

  /** None that clients use. */
  private static final int LINK_PORT = 61_620;

  private static final String ACCEPTOR =
      """
      <acceptor name="cluster">tcp://0.0.0.0:%d?protocols=CORE</acceptor>
      </acceptors>\
      """
          .formatted(LINK_PORT);

  private static final String LINK =
      """
      <cluster-user>brokerbench</cluster-user>
        <cluster-password>brokerbench</cluster-password>
        <connectors>
          <connector name="self">tcp://%s:%d</connector>
          <connector name="peer">tcp://%s:%d</connector>
        </connectors>
        <cluster-connections>
          <cluster-connection name="pair">
            <connector-ref>self</connector-ref>
            <retry-interval>100</retry-interval>
            <message-load-balancing>OFF</message-load-balancing>
            <static-connectors>
              <connector-ref>peer</connector-ref>
            </static-connectors>
          </cluster-connection>
        </cluster-connections>
        <ha-policy>
          <replication>
            <%s>
              <manager>
                <class-name>org.apache.activemq.artemis.lockmanager.file.FileBasedLockManager</class-name>
                <properties>
                  <property key="locks-folder" value="%s"/>
                </properties>
              </manager>
              %s
            </%s>
          </replication>
        </ha-policy>
      </core>\
      """;

  /** A primary that comes back stays backup: its return would be a second outage. */
  private static final String NO_FAIL_BACK = "<allow-failback>false</allow-failback>";

  @Override
  public boolean isPair() {
    return true;
  }

  @Override
  public String nodeName(int index) {
    return NAMES.get(index);
  }

  @Override
  public Optional<String> sharedFolder() {
    return Optional.of(LOCKS);
  }

  @Override
  public OptionalInt linkPort() {
    return OptionalInt.of(LINK_PORT);
  }

  @Override
  public Plan member(Plan alone, int index) {
    return member(
        alone,
        index,
        IntStream.range(0, NAMES.size())
            .mapToObj(node -> createUnresolved(ClusterRecipe.host(node), LINK_PORT))
            .toList());
  }

  @Override
  public Plan member(Plan alone, int index, List<InetSocketAddress> reached) {
    String role = NAMES.get(index);
    InetSocketAddress self = reached.get(index);
    InetSocketAddress peer = reached.get(1 - index);
    String link =
        LINK.formatted(
            self.getHostString(),
            self.getPort(),
            peer.getHostString(),
            peer.getPort(),
            role,
            LOCKS,
            index == 0 ? "" : NO_FAIL_BACK,
            role);
    return alone.withFile(
        FILE, alone.text(FILE).replace("</acceptors>", ACCEPTOR).replace("</core>", link));
  }

  @Override
  public int statusPort() {
    return CONSOLE_PORT;
  }

  @Override
  public boolean isInSync(InetSocketAddress status) throws IOException {
    return ManagementPages.count(status, IN_SYNC, LOGIN, "true") == 1;
  }
}
