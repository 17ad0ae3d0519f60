package io.brokerbench.containers.recipe;

import io.brokerbench.containers.JmsTopics;
import io.brokerbench.containers.SelectorQuery;
import io.brokerbench.containers.container.ImageVersion;
import io.brokerbench.containers.metrics.MetricsQuery;
import io.brokerbench.containers.process.ChildCommand;
import io.brokerbench.containers.process.ChildCommand.Ending;
import io.brokerbench.containers.process.Executables;
import io.brokerbench.containers.process.FreePort;
import io.brokerbench.containers.process.ProcessLog;
import io.brokerbench.containers.process.ProcessRecipe;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.broker.TopicMapping;
import io.brokerbench.core.recipe.Asked;
import io.brokerbench.core.recipe.Placeholders;
import io.brokerbench.core.recipe.Recipe;
import io.brokerbench.core.result.BrokerIdentity.Origin;
import io.brokerbench.core.security.Access;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
  public Set<Capability> capabilities(String version) {
    return Set.copyOf(RecipeContainer.claims(recipe, ImageVersion.of(version)));
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
    Path program = program(request.selector());
    Asked asked = Asked.of(recipe, request);
    Map<Listener, Integer> listeners = listeners(asked, request);
    Map<String, Integer> ports = new HashMap<>();
    for (String name : recipe.otherPorts()) {
      ports.put(name, FreePort.find());
    }
    Map<String, String> known = new HashMap<>(Placeholders.LIMITS);
    known.put(Placeholders.HOST, HOST);
    known.put(Placeholders.FOLDER, folder.toString());
    known.put(Placeholders.COMMAND, program.toString());
    known.put(Placeholders.USER, System.getProperty("user.name"));
    known.put(Placeholders.PID, "${" + Placeholders.PID + "}");
    known.put(
        Placeholders.RECIPE, file.map(f -> folderOf(f)).orElse(Path.of("").toAbsolutePath() + ""));
    listeners.forEach((listener, port) -> known.put(portOf(listener), "" + port));
    ports.forEach((name, port) -> known.put(Placeholders.PORT + name, "" + port));
    options.values().forEach((name, value) -> known.put(Placeholders.OPTION + name, value));
    Access access = Access.OPEN;
    if (asked.cipher().isPresent()) {
      RecipeTls tls = RecipeTls.write(folder, asked.cipher().get(), folder);
      known.putAll(tls.values());
      access = tls.access();
    }
    FilledRecipe filled = new FilledRecipe(recipe, asked, known, options.lines());
    for (Map.Entry<String, String> each : filled.files().entrySet()) {
      Path path = folder.resolve(each.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, each.getValue());
    }
    return new Launch(
        command(program, filled),
        new RecipeReadiness(
            recipe,
            program,
            filled.values(),
            filled.environment(),
            HOST,
            ports,
            listeners.values().iterator().next()),
        listeners,
        access,
        Optional.empty(),
        recipe.reports().map(reports -> RecipeMetrics.of(reports, ports)));
  }

  /** Of a mistake in the user's lines, what the broker says of it, and their place in the file. */
  @Override
  public String reason(ProcessLog log, Path folder) {
    try {
      Optional<Matcher> mistake =
          recipe.mistake().isPresent() && options.config().isPresent()
              ? log.find(Pattern.compile(recipe.mistake().get(), Pattern.MULTILINE))
              : Optional.empty();
      if (mistake.isPresent()) {
        Path config = options.config().get();
        Path whole = folder.resolve(recipe.fileOfLines().orElseThrow());
        OptionalInt line = lineIn(config, whole, Integer.parseInt(mistake.get().group(2)));
        if (line.isPresent()) {
          return "%s (%s:%d)".formatted(mistake.get().group(1), config, line.getAsInt());
        }
      }
    } catch (IOException | NumberFormatException e) {
      // a file is gone since, or that was no number: the usual reason has to do
    }
    return log.reason();
  }

  /** Where a line of the whole configuration is in the user's, if it is one of those. */
  private static OptionalInt lineIn(Path config, Path whole, int line) throws IOException {
    List<String> own = Files.readString(config).stripTrailing().lines().toList();
    int before = Collections.lastIndexOfSubList(Files.readAllLines(whole), own);
    boolean inside = before >= 0 && line > before && line <= before + own.size();
    return inside ? OptionalInt.of(line - before) : OptionalInt.empty();
  }

  private static String folderOf(Path file) {
    return file.toAbsolutePath().getParent().toString();
  }

  static String portOf(Listener listener) {
    return Placeholders.PORT + wordOf(listener);
  }

  /** As conditions name it. */
  static String wordOf(Listener listener) {
    return listener == Listener.MQTT_PSK ? "psk" : listener.scheme();
  }

  private Path program(String selector) throws BrokerException {
    String command = recipe.program().orElseThrow().command();
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
                        .formatted(SelectorQuery.stem(selector), command, recipe.installHint())));
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

  /** Each on a port that is free, the first one on that which is asked for. */
  private Map<Listener, Integer> listeners(Asked asked, BrokerRequest request)
      throws BrokerException, IOException {
    Map<Listener, Integer> ports = new EnumMap<>(Listener.class);
    for (Listener listener : asked.listeners()) {
      boolean given = listener == recipe.firstListener() && request.port().isPresent();
      ports.put(listener, given ? free(request.port().getAsInt()) : FreePort.find());
    }
    return ports;
  }

  private ChildCommand command(Path program, FilledRecipe filled) {
    List<String> words = new ArrayList<>(List.of(program.toString()));
    words.addAll(filled.words());
    Optional<Recipe.Ending> stop = recipe.stop();
    Ending ending =
        Ending.of(
            stop.flatMap(Recipe.Ending::signal).map(Enum::name),
            stop.flatMap(Recipe.Ending::command).orElse(List.of()).stream()
                .map(filled::fill)
                .toList(),
            stop.flatMap(Recipe.Ending::within));
    return new ChildCommand(words, filled.environment(), ending);
  }
}
