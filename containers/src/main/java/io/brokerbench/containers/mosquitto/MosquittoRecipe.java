package io.brokerbench.containers.mosquitto;

import io.brokerbench.containers.metrics.MetricsQuery;
import io.brokerbench.containers.metrics.SysTopics;
import io.brokerbench.containers.process.ChildCommand;
import io.brokerbench.containers.process.Executables;
import io.brokerbench.containers.process.FreePort;
import io.brokerbench.containers.process.ProcessLog;
import io.brokerbench.containers.process.ProcessRecipe;
import io.brokerbench.containers.process.Readiness;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.result.BrokerIdentity.Origin;
import io.brokerbench.core.security.Access;
import io.brokerbench.core.security.CipherSuite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The mosquitto of the search path, or the one that is asked for, with a configuration of its own.
 *
 * @param executables where it is looked for
 * @param options what the selector asks for
 * @param more lines at the end of its configuration, or none
 */
public record MosquittoRecipe(Executables executables, MosquittoOptions options, String more)
    implements ProcessRecipe {

  /** Not {@link Capability#SURVIVES_KILL}: it saves its database each half hour. */
  public static final Set<Capability> CAPABILITIES =
      Set.of(
          Capability.MQTT_3_1_1,
          Capability.MQTT_5,
          Capability.QOS_2,
          Capability.QOS_2_REPEATED,
          Capability.RETAINED_MESSAGES,
          Capability.RETAINED_BY_WILDCARD,
          Capability.SHARED_SUBSCRIPTIONS,
          Capability.TLS,
          Capability.TLS_PSK,
          Capability.WEBSOCKET,
          Capability.PERSISTENT_SESSIONS);

  /** As it is for load tests, and as a selector asks. */
  MosquittoRecipe(Executables executables, MosquittoOptions options) {
    this(executables, options, "");
  }

  /** As it is for load tests, with more lines. */
  public MosquittoRecipe(Executables executables, String more) {
    this(executables, MosquittoOptions.NONE, more);
  }

  private static final String FILE = "mosquitto.conf";
  private static final String ERROR = "Error: ";
  private static final Pattern MISTAKE = Pattern.compile("Error found at .*:(\\d{1,6})\\.?");

  private static final Pattern READY =
      Pattern.compile("mosquitto version (?<version>\\S+) running");

  @Override
  public String title() {
    return "mosquitto";
  }

  @Override
  public String product() {
    return "Mosquitto";
  }

  @Override
  public Origin origin() {
    return Origin.PROCESS;
  }

  @Override
  public Set<Capability> capabilities() {
    return CAPABILITIES;
  }

  /** One thread does all the work. */
  @Override
  public OptionalInt usableCores() {
    return OptionalInt.of(1);
  }

  @Override
  public Optional<MetricsQuery> metrics() {
    return Optional.of(SysTopics.MOSQUITTO);
  }

  @Override
  public Launch prepare(Path folder, BrokerRequest request) throws BrokerException, IOException {
    Path executable =
        options
            .command()
            .or(() -> executables.find("mosquitto"))
            .orElseThrow(
                () ->
                    new BrokerException(
                        MosquittoProvider.SELECTOR
                            + ": there is no mosquitto on the PATH; install it (apt-get install"
                            + " mosquitto), or use an embedded broker"));
    int port = request.port().isPresent() ? request.port().getAsInt() : FreePort.find();
    Optional<CipherSuite> cipher = request.security().cipher();
    Map<Listener, Integer> ports = new EnumMap<>(Map.of(Listener.MQTT, port));
    Path file = folder.resolve(FILE);
    List<String> command = List.of(executable.toString(), "-c", file.toString());
    String lines = "";
    if (request.webSocket()) {
      ports.put(Listener.WS, FreePort.find());
      lines = "listener %d 127.0.0.1\nprotocol websockets\n".formatted(ports.get(Listener.WS));
    }
    Access access = Access.OPEN;
    if (cipher.isPresent()) {
      MosquittoTls tls = MosquittoTls.write(folder, FreePort.find(), cipher.get());
      boolean overTls = request.webSocket() && tls.listener() == Listener.MQTTS;
      ports.put(overTls ? Listener.WSS : tls.listener(), tls.port());
      lines += tls.lines() + (overTls ? "protocol websockets\n" : "");
      access = tls.access();
      command = MosquittoTls.limited(command, folder, cipher.get());
    }
    if (options.config().isPresent()) {
      lines += Files.readString(options.config().get());
    }
    lines += more;
    String user = System.getProperty("user.name");
    Files.writeString(file, new MosquittoConfig("127.0.0.1", port, folder, user, lines).render());
    return new Launch(ChildCommand.endingBySignal(command), Readiness.line(READY), ports, access);
  }

  /** Of a mistake in the user's lines, what Mosquitto says of it, and their place in the file. */
  @Override
  public String reason(ProcessLog log, Path folder) {
    return options.config().flatMap(file -> mistakeIn(file, log, folder)).orElseGet(log::reason);
  }

  private static Optional<String> mistakeIn(Path config, ProcessLog log, Path folder) {
    String mistake = "";
    for (String line : log.lastLines()) {
      Matcher place = MISTAKE.matcher(line);
      if (place.find()) {
        String what = mistake;
        return lineIn(config, folder, Integer.parseInt(place.group(1)))
            .filter(number -> !what.isEmpty())
            .map(number -> "%s (%s:%d)".formatted(what, config, number));
      }
      mistake =
          line.contains(ERROR)
              ? line.replaceFirst(".*" + ERROR, "").replaceFirst("[.]\\s*$", "")
              : mistake;
    }
    return Optional.empty();
  }

  /** Where a line of the whole configuration is in the user's, if it is one of those. */
  private static Optional<Integer> lineIn(Path config, Path folder, int line) {
    try {
      List<String> own = Files.readString(config).stripTrailing().lines().toList();
      List<String> whole = Files.readAllLines(folder.resolve(FILE));
      int before = Collections.lastIndexOfSubList(whole, own);
      boolean inside = before >= 0 && line > before && line <= before + own.size();
      return inside ? Optional.of(line - before) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // gone since: the usual reason has to do
    }
  }
}
