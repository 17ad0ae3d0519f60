package io.brokerbench.containers.process;

import io.brokerbench.containers.process.ProcessRecipe.Launch;
import io.brokerbench.containers.process.ProcessRecipe.Launch.Links;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Impairment;
import io.brokerbench.core.broker.NodeProcess;
import io.brokerbench.core.network.PacketLoss.Rules;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A node whose process is ours. */
final class ProcessNode extends StartedNode {

  private static final String CUT =
      "chain cut { type filter hook input priority -300;"
          + " %2$s saddr %3$s tcp sport { %1$s } drop; %2$s daddr %3$s tcp dport { %1$s } drop; };";

  private final OwnedProcess owned;
  private final Launch again;
  private final Optional<Pattern> standby;
  private final List<NodeProcess> ended = new ArrayList<>();

  ProcessNode(
      String name,
      ProcessRecipe recipe,
      Launch again,
      List<Endpoint> endpoints,
      OwnedProcess owned) {
    super(name, recipe.title(), endpoints);
    this.owned = owned;
    this.again = again;
    this.standby = recipe.standby();
  }

  @Override
  public OptionalLong pid() {
    return OptionalLong.of(owned.process().pid());
  }

  @Override
  public synchronized List<NodeProcess> processes() {
    List<NodeProcess> all = new ArrayList<>(ended);
    if (!killed()) {
      all.add(NodeProcess.running(owned.process().pid()));
    }
    return all;
  }

  @Override
  protected OptionalInt exitCode() {
    Process process = owned.process();
    return process.isAlive() ? OptionalInt.empty() : OptionalInt.of(process.exitValue());
  }

  /** Whether it neither has ended nor is halted. */
  boolean runs() {
    return owned.runs();
  }

  @Override
  protected boolean closed() {
    return owned.closed();
  }

  @Override
  protected ProcessLog log() {
    return owned.log();
  }

  @Override
  protected boolean isInSync() throws IOException {
    return standby.isPresent() && owned.log().find(standby.get()).isPresent();
  }

  @Override
  protected void crash() {
    Process process = owned.process();
    Duration used = process.info().totalCpuDuration().orElse(Duration.ZERO);
    owned.crash();
    ended.add(new NodeProcess(process.pid(), Optional.of(used)));
  }

  @Override
  protected void startAgain() throws IOException {
    if (!owned.awaitEnd()) {
      throw new IOException("process " + owned.process().pid() + " does not end");
    }
    owned.launch(again);
  }

  @Override
  protected void halt(boolean halt) throws IOException {
    owned.halt(halt);
  }

  @Override
  public boolean hasLinks() {
    return again.links().isPresent();
  }

  @Override
  protected Rules partition() throws BrokerException {
    if (!hasLinks()) {
      throw new BrokerException("it has no network to other nodes");
    }
    return NftTable.make("a partition", chain(endpoints().get(0).host(), linkPorts()));
  }

  private Set<Integer> linkPorts() {
    return again
        .links()
        .map(links -> new TreeSet<>(List.of(links.own(), links.peer())))
        .orElseGet(TreeSet::new);
  }

  /** What arrives comes to its own port, or is an answer from the other one's. */
  @Override
  public Impairment loseOnLinks(double fraction) throws BrokerException {
    Links links =
        again
            .links()
            .orElseThrow(() -> new BrokerException(this + " has no network to other nodes"));
    return NftTable.make(
        "loss of packets",
        LossyChains.of(
            fraction,
            List.of("iif lo tcp dport " + links.own(), "iif lo tcp sport " + links.peer())));
  }

  @Override
  protected Rules cut() throws BrokerException {
    Set<Integer> ports = linkPorts();
    endpoints().forEach(endpoint -> ports.add(endpoint.port()));
    return NftTable.make("a cut", chain(endpoints().get(0).host(), ports));
  }

  /** Drops what goes to and from these ports at the broker's own address, and at no other. */
  static String chain(String host, Set<Integer> ports) throws BrokerException {
    String set = ports.stream().map(String::valueOf).collect(Collectors.joining(", "));
    try {
      InetAddress address = InetAddress.getByName(host);
      String family = address instanceof Inet6Address ? "ip6" : "ip";
      return CUT.formatted(set, family, address.getHostAddress());
    } catch (UnknownHostException e) {
      throw new BrokerException("a cut: " + host + " has no address", e);
    }
  }

  @Override
  protected void requestEnd() {
    owned.requestEnd();
  }

  @Override
  protected void end() {
    owned.close();
  }

  Path folder() {
    return owned.folder();
  }
}
