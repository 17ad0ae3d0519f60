package io.brokerbench.containers.embedded;

import io.brokerbench.containers.process.FreePort;
import io.brokerbench.containers.process.Recipe.Launch;
import io.brokerbench.core.broker.Access;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.scenario.CipherSuite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
 * @param tls of both: clients can't tell which of them they are connected to
 * @param shared folder of both
 * @param links where they listen for each other, the primary first
 */
record EmbeddedPair(
    EmbeddedRecipe recipe,
    Optional<CipherSuite> cipher,
    Optional<EmbeddedTls> tls,
    Path shared,
    List<Integer> links) {

  /** The launches of both, whose files are written. */
  static List<Launch> prepare(EmbeddedRecipe recipe, List<Path> folders, BrokerRequest request)
      throws BrokerException, IOException {
    Optional<CipherSuite> cipher = request.security().cipher();
    Path first = folders.get(0);
    Optional<EmbeddedTls> tls =
        cipher.isPresent() ? Optional.of(EmbeddedTls.write(first, cipher.get())) : Optional.empty();
    EmbeddedPair pair =
        new EmbeddedPair(
            recipe,
            cipher,
            tls,
            Files.createDirectory(first.resolve("shared")),
            List.of(FreePort.find(), FreePort.find()));
    int port = request.port().isPresent() ? request.port().getAsInt() : FreePort.find();
    return List.of(
        pair.launch(true, first, port), pair.launch(false, folders.get(1), FreePort.find()));
  }

  private Launch launch(boolean primary, Path folder, int port)
      throws BrokerException, IOException {
    List<String> command = recipe.command(folder, cipher, port);
    int own = links.get(primary ? 0 : 1);
    int peer = links.get(primary ? 1 : 0);
    command.add("--pair=%s:%d:%d".formatted(primary ? "primary" : "backup", own, peer));
    command.add("--shared=" + shared);
    Map<Listener, Integer> ports = new EnumMap<>(Map.of(Listener.MQTT, port));
    if (tls.isPresent()) {
      int secured = FreePort.find();
      ports.put(Listener.MQTTS, secured);
      command.add("--tls=" + tls.get().options());
      command.add("--ports=" + Listener.MQTTS.scheme() + ":" + secured);
    }
    return new Launch(
        command,
        true,
        primary ? EmbeddedRecipe.READY : EmbeddedRecipe.STANDBY,
        ports,
        tls.map(EmbeddedTls::access).orElse(Access.OPEN),
        Set.copyOf(links));
  }
}
