package io.brokerbench.containers.recipe;

import io.brokerbench.containers.JmsTopics;
import io.brokerbench.containers.metrics.MetricsQuery;
import io.brokerbench.containers.process.ChildCommand;
import io.brokerbench.containers.process.ChildCommand.Ending;
import io.brokerbench.containers.process.Executables;
import io.brokerbench.containers.process.FreePort;
import io.brokerbench.containers.process.ProcessRecipe;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.broker.JmsProtocol;
import io.brokerbench.core.broker.TopicMapping;
import io.brokerbench.core.recipe.Placeholders;
import io.brokerbench.core.recipe.Recipe;
import io.brokerbench.core.recipe.RecipePart;
import io.brokerbench.core.recipe.Template;
import io.brokerbench.core.result.BrokerIdentity.Origin;
import io.brokerbench.core.security.Access;
import io.brokerbench.core.security.CipherSuite;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Starts what a recipe describes.
 *
 * @param recipe that was checked
 * @param options of the selector
 * @param file with the recipe; empty for one that ships with the tool
 * @param executables where its program is looked for
 */
record RecipeProcess(
    Recipe recipe, RecipeOptions options, Optional<Path> file, Executables executables)
    implements ProcessRecipe {

  private static final String HOST = "127.0.0.1";

  @Override
  public String title() {
    return recipe.title();
  }

  @Override
  public Origin origin() {
    return Origin.PROCESS;
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.copyOf(recipe.capabilities());
  }

  @Override
  public OptionalInt usableCores() {
    return recipe.cores().map(OptionalInt::of).orElse(OptionalInt.empty());
  }

  /** Of a port that is not known yet. */
  @Override
  public Optional<MetricsQuery> metrics() {
    return recipe.reports().map(reports -> RecipeMetrics.of(reports, Map.of()));
  }

  @Override
  public TopicMapping topicMapping() {
    return recipe.jmsTopics().map(JmsTopics::named).orElse(JmsTopics.ARTEMIS);
  }

  @Override
  public Launch prepare(Path folder, BrokerRequest request) throws BrokerException, IOException {
    Path program = program();
    Optional<CipherSuite> cipher = request.security().cipher();
    Map<Listener, Integer> listeners = listeners(request);
    Map<String, Integer> ports = new HashMap<>();
    for (String name : recipe.ports().orElse(List.of())) {
      ports.put(name, FreePort.find());
    }
    Map<String, String> values = new HashMap<>(Placeholders.LIMITS);
    values.put(Placeholders.HOST, HOST);
    values.put(Placeholders.FOLDER, folder.toString());
    values.put(Placeholders.COMMAND, program.toString());
    values.put(Placeholders.USER, System.getProperty("user.name"));
    values.put(Placeholders.PID, "${" + Placeholders.PID + "}");
    values.put(
        Placeholders.RECIPE, file.map(f -> folderOf(f)).orElse(Path.of("").toAbsolutePath() + ""));
    listeners.forEach((listener, port) -> values.put(portOf(listener), "" + port));
    ports.forEach((name, port) -> values.put(Placeholders.PORT + name, "" + port));
    options.values().forEach((name, value) -> values.put(Placeholders.OPTION + name, value));
    Access access = Access.OPEN;
    if (cipher.isPresent()) {
      RecipeTls tls = RecipeTls.write(folder, cipher.get());
      values.putAll(tls.values());
      access = tls.access();
    }
    List<RecipePart> parts =
        recipe.parts().orElse(List.of()).stream()
            .filter(
                part ->
                    part.when().stream().allMatch(each -> each.holds(listeners.keySet(), cipher)))
            .toList();
    values.put(Placeholders.PARTS, lines(parts, values));
    writeFiles(folder, parts, values);
    return new Launch(
        command(program, parts, values),
        new RecipeReadiness(
            recipe, program, values, HOST, ports, listeners.values().iterator().next()),
        listeners,
        access,
        Optional.empty(),
        recipe.reports().map(reports -> RecipeMetrics.of(reports, ports)));
  }

  private static String folderOf(Path file) {
    return file.toAbsolutePath().getParent().toString();
  }

  private static String portOf(Listener listener) {
    String word = listener == Listener.MQTT_PSK ? "psk" : listener.scheme();
    return Placeholders.PORT + word;
  }

  private Path program() throws BrokerException {
    String command = recipe.program().command();
    if (options.command().isPresent()) {
      return options.command().get();
    }
    if (command.contains("/")) {
      Path path = file.map(f -> Path.of(folderOf(f))).orElse(Path.of("")).resolve(command);
      if (Files.isExecutable(path)) {
        return path.toAbsolutePath();
      }
    }
    return executables
        .find(command)
        .orElseThrow(
            () ->
                new BrokerException(
                    "%s: there is no %s on the PATH%s, or name it: ?command=FILE"
                        .formatted(recipe.title(), command, recipe.program().installHint())));
  }

  /** Some programs go on without a listener whose port is taken; another broker would answer. */
  private int free(int port) throws BrokerException {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return port;
    } catch (IOException e) {
      throw new BrokerException(
          "%s did not start on port %d: %s".formatted(recipe.title(), port, e.getMessage()), e);
    }
  }

  /** As requested, each on a port that is free. */
  private Map<Listener, Integer> listeners(BrokerRequest request)
      throws BrokerException, IOException {
    Map<Listener, Integer> ports = new EnumMap<>(Listener.class);
    int plain = request.port().isPresent() ? free(request.port().getAsInt()) : FreePort.find();
    ports.put(recipe.firstListener(), plain);
    Optional<CipherSuite> cipher = request.security().cipher();
    if (request.webSocket()) {
      ports.put(Listener.WS, FreePort.find());
    }
    for (JmsProtocol protocol : JmsProtocol.values()) {
      if (request.needs(protocol)) {
        ports.putIfAbsent(protocol.plain(), FreePort.find());
      }
    }
    if (cipher.filter(CipherSuite::isPsk).isPresent()) {
      ports.put(Listener.MQTT_PSK, FreePort.find());
    } else if (cipher.isPresent()) {
      if (ports.containsKey(Listener.MQTT)) {
        ports.put(request.webSocket() ? Listener.WSS : Listener.MQTTS, FreePort.find());
      }
      for (JmsProtocol protocol : JmsProtocol.values()) {
        if (ports.containsKey(protocol.plain())) {
          ports.put(protocol.secured(), FreePort.find());
        }
      }
    }
    return ports;
  }

  private String lines(List<RecipePart> parts, Map<String, String> values) throws IOException {
    StringBuilder lines = new StringBuilder();
    parts.forEach(part -> part.lines().ifPresent(text -> lines.append(fill(text, values))));
    if (options.config().isPresent()) {
      lines.append(Files.readString(options.config().get()));
    }
    return lines.toString();
  }

  private static String fill(String text, Map<String, String> values) {
    return new Template(text).fill(values);
  }

  private void writeFiles(Path folder, List<RecipePart> parts, Map<String, String> values)
      throws IOException {
    Map<String, String> files = new HashMap<>(recipe.files().orElse(Map.of()));
    parts.forEach(part -> files.putAll(part.files().orElse(Map.of())));
    for (Map.Entry<String, String> each : files.entrySet()) {
      Path path = folder.resolve(each.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, fill(each.getValue(), values));
    }
  }

  private ChildCommand command(Path program, List<RecipePart> parts, Map<String, String> values) {
    List<String> words = new ArrayList<>(List.of(program.toString()));
    recipe.program().arguments().orElse(List.of()).forEach(text -> words.add(fill(text, values)));
    Map<String, String> environment = new HashMap<>();
    addAll(environment, recipe.program().environment(), values);
    for (RecipePart part : parts) {
      part.arguments().orElse(List.of()).forEach(text -> words.add(fill(text, values)));
      addAll(environment, part.environment(), values);
    }
    Optional<Recipe.Ending> stop = recipe.stop();
    Ending ending =
        Ending.of(
            stop.flatMap(Recipe.Ending::signal).map(Enum::name),
            stop.flatMap(Recipe.Ending::command).orElse(List.of()).stream()
                .map(text -> fill(text, values))
                .toList(),
            stop.flatMap(Recipe.Ending::within));
    return new ChildCommand(words, environment, ending);
  }

  private static void addAll(
      Map<String, String> environment,
      Optional<Map<String, String>> more,
      Map<String, String> values) {
    more.orElse(Map.of()).forEach((name, text) -> environment.put(name, fill(text, values)));
  }
}
