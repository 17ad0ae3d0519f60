package io.brokerbench.containers.embedded;

import io.brokerbench.containers.process.ChildCommand;
import io.brokerbench.containers.process.FreePort;
import io.brokerbench.containers.process.ProcessRecipe.Launch;
import io.brokerbench.containers.process.Readiness;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.network.LinkRelay;
import io.brokerbench.core.security.Access;
import io.brokerbench.core.security.CipherSuite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The launchers of a pair. All their ports are chosen before: clients have to know the backup's
 * before it listens, and the two have to find each other.
 *
 * @param recipe of the product
 * @param cipher of the listeners for TLS
 * @param tls of both: clients do not know which of them they are connected to
 * @param listeners beside plain MQTT; a pair takes WebSockets on the ports of MQTT
 * @param shared folder of both
 * @param links where they listen for each other, the primary first
 * @param relay between them; empty for none
 */
record EmbeddedPair(
    EmbeddedRecipe recipe,
    Optional<CipherSuite> cipher,
    Optional<EmbeddedTls> tls,
    Set<Listener> listeners,
    Path shared,
    List<Integer> links,
    Optional<LinkRelay> relay) {

  /** The launches of both, whose files are written. */
  static List<Launch> prepare(EmbeddedRecipe recipe, List<Path> folders, BrokerRequest request)
      throws BrokerException, IOException {
    if (!request.nodeLatency().isZero() && !recipe.kind().replicates()) {
      throw new DefinitionException(
          "the nodes of %s share a store, and have no network that could have a latency"
              .formatted(recipe.title()));
    }
    if (request.needs().contains(Capability.DELIVERY_DELAY) && !recipe.kind().replicates()) {
      throw new DefinitionException(
          "the nodes of %s share a store, in which messages with a delivery delay are not"
              .formatted(recipe.title()));
    }
    Optional<CipherSuite> cipher = request.security().cipher();
    Path first = folders.get(0);
    Optional<EmbeddedTls> tls =
        cipher.isPresent() ? Optional.of(EmbeddedTls.write(first, cipher.get())) : Optional.empty();
    EmbeddedPair pair =
        new EmbeddedPair(
            recipe,
            cipher,
            tls,
            recipe.listeners(request),
            Files.createDirectory(first.resolve("shared")),
            List.of(FreePort.find(), FreePort.find()),
            Optional.empty());
    return request.nodeLatency().isZero()
        ? pair.launches(folders, request)
        : pair.delayed(request.nodeLatency()).launches(folders, request);
  }

  private EmbeddedPair delayed(Duration latency) throws IOException {
    return new EmbeddedPair(
        recipe,
        cipher,
        tls,
        listeners,
        shared,
        links,
        Optional.of(LinkRelay.before(links, latency)));
  }

  private List<Launch> launches(List<Path> folders, BrokerRequest request)
      throws BrokerException, IOException {
    try {
      int port = request.port().isPresent() ? request.port().getAsInt() : FreePort.find();
      return List.of(
          launch(true, folders.get(0), port), launch(false, folders.get(1), FreePort.find()));
    } catch (BrokerException | IOException | RuntimeException e) {
      relay.ifPresent(LinkRelay::close);
      throw e;
    }
  }

  private Launch launch(boolean primary, Path folder, int port)
      throws BrokerException, IOException {
    List<String> command = recipe.command(folder, cipher, port);
    int own = links.get(primary ? 0 : 1);
    int peer = links.get(primary ? 1 : 0);
    String role = primary ? "primary" : "backup";
    List<Integer> reached = relay.map(LinkRelay::ports).orElse(links);
    command.add(
        "--pair=%s:%d:%d:%d"
            .formatted(role, own, reached.get(primary ? 0 : 1), reached.get(primary ? 1 : 0)));
    command.add("--shared=" + shared);
    Map<Listener, Integer> ports = ports(port);
    recipe.ports(ports).ifPresent(command::add);
    tls.ifPresent(files -> command.add("--tls=" + files.options()));
    return new Launch(
        ChildCommand.endingWithInput(command),
        Readiness.line(primary ? EmbeddedRecipe.READY : EmbeddedRecipe.STANDBY),
        ports,
        tls.map(EmbeddedTls::access).orElse(Access.OPEN),
        recipe.kind().replicates()
            ? Optional.of(new Launch.Links(own, peer, relay))
            : Optional.empty(),
        Optional.empty());
  }

  private Map<Listener, Integer> ports(int port) throws IOException {
    Map<Listener, Integer> ports = new EnumMap<>(Map.of(Listener.MQTT, port));
    for (Listener listener : listeners) {
      Listener sharesWith = listener == Listener.WSS ? Listener.MQTTS : Listener.MQTT;
      ports.put(listener, listener.isWebSocket() ? ports.get(sharesWith) : FreePort.find());
    }
    return ports;
  }
}
