package io.brokerbench.containers.recipe;

import io.brokerbench.containers.JmsTopics;
import io.brokerbench.containers.container.ClusterRecipe;
import io.brokerbench.containers.container.ContainerRecipe;
import io.brokerbench.containers.container.ContainerStarter;
import io.brokerbench.containers.container.ImageVersion;
import io.brokerbench.containers.metrics.HttpPage;
import io.brokerbench.containers.metrics.MetricsQuery;
import io.brokerbench.containers.process.ProcessLog;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.broker.TopicMapping;
import io.brokerbench.core.recipe.Asked;
import io.brokerbench.core.recipe.Placeholders;
import io.brokerbench.core.recipe.Recipe;
import io.brokerbench.core.recipe.RecipeImage;
import io.brokerbench.core.recipe.RecipeImage.Passed;
import io.brokerbench.core.security.Access;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Starts the image that a recipe describes.
 *
 * @param selector that names it without an image of the user's, as messages do
 * @param recipe that was checked, with an image
 * @param image that is started: the recipe's, or another one
 * @param options of the selector
 * @param environment of the user
 * @param cluster how containers of it become a cluster; empty where they cannot
 */
public record RecipeContainer(
    String selector,
    Recipe recipe,
    String image,
    RecipeOptions options,
    Map<String, String> environment,
    Optional<ClusterRecipe> cluster)
    implements ContainerRecipe {

  private static final String HOST = "0.0.0.0";

  /** Copies the environment. */
  public RecipeContainer {
    environment = Map.copyOf(environment);
  }

  /** One that forms no cluster, for this user. */
  static RecipeContainer alone(
      String selector, Recipe recipe, String image, RecipeOptions options) {
    return new RecipeContainer(selector, recipe, image, options, System.getenv(), Optional.empty());
  }

  /**
   * One whose recipe has no options.
   *
   * @param environment of the user
   * @param cluster how containers of it become a cluster; empty where they cannot
   * @param more lines of its configuration, behind all others
   */
  public static RecipeContainer of(
      String selector,
      Recipe recipe,
      String image,
      Map<String, String> environment,
      Optional<ClusterRecipe> cluster,
      String more) {
    RecipeOptions options = RecipeOptions.NONE.with(more);
    return new RecipeContainer(selector, recipe, image, options, environment, cluster);
  }

  /** What an image of a recipe can do: what its release has, as the tag says it. */
  static Set<Capability> claims(Recipe recipe, String image) {
    return claims(recipe, ImageVersion.ofImage(image));
  }

  /** The same of a version of it. */
  static Set<Capability> claims(Recipe recipe, ImageVersion version) {
    EnumSet<Capability> all = EnumSet.copyOf(recipe.capabilities());
    recipe
        .since()
        .orElse(Map.of())
        .forEach(
            (capability, release) -> {
              if (version.isBefore(ImageVersion.of(release))) {
                all.remove(capability);
              }
            });
    return all;
  }

  /**
   * Starts it.
   *
   * @throws io.brokerbench.core.base.DefinitionException if it does not have what is asked for
   * @throws BrokerException if it did not start; nothing is left of it then
   * @throws InterruptedException if interrupted; nothing is left of it then
   */
  public Broker start(BrokerRequest request) throws BrokerException, InterruptedException {
    return new ContainerStarter(this, image, request).start();
  }

  @Override
  public String name() {
    return selector.replaceFirst(".*:", "").replaceAll("[^A-Za-z0-9]+", "-");
  }

  @Override
  public String title() {
    return recipe.title();
  }

  @Override
  public Set<Capability> capabilities() {
    return withCluster(claims(recipe, image));
  }

  /** A tag that is no version says less than the broker's log, which may have one. */
  @Override
  public Set<Capability> capabilities(String version) {
    ImageVersion tagged = ImageVersion.ofImage(image);
    return withCluster(claims(recipe, tagged.isAssumed() ? ImageVersion.of(version) : tagged));
  }

  private Set<Capability> withCluster(Set<Capability> claims) {
    EnumSet<Capability> all = EnumSet.copyOf(claims);
    if (cluster.isPresent()) {
      all.add(Capability.HIGH_AVAILABILITY);
    }
    return Collections.unmodifiableSet(all);
  }

  @Override
  public OptionalInt usableCores() {
    return recipe.cores().map(OptionalInt::of).orElse(OptionalInt.empty());
  }

  @Override
  public Pattern version() {
    return Pattern.compile(recipe.version().pattern(), Pattern.MULTILINE);
  }

  @Override
  public Optional<MetricsQuery> metrics() {
    return recipe.reports().map(reports -> RecipeMetrics.of(reports, pages()));
  }

  @Override
  public TopicMapping topicMapping() {
    return recipe.jmsTopics().map(JmsTopics::named).orElse(JmsTopics.ARTEMIS);
  }

  private RecipeImage described() {
    return recipe.image().orElseThrow();
  }

  /** Ports inside, by their names in the recipe. */
  private Map<String, Integer> pages() {
    return recipe.otherPorts().stream()
        .collect(Collectors.toMap(name -> name, name -> described().port(name)));
  }

  @Override
  public boolean isReady(ProcessLog log, IntFunction<InetSocketAddress> published)
      throws IOException {
    Optional<String> line = recipe.ready().flatMap(Recipe.Readiness::log);
    if (line.isPresent() && log.find(Pattern.compile(line.get(), Pattern.MULTILINE)).isEmpty()) {
      return false;
    }
    Optional<Recipe.Page> page = recipe.ready().flatMap(Recipe.Readiness::http);
    if (page.isPresent()) {
      int port = described().port(page.get().port());
      HttpPage.text(published.apply(port), page.get().path(), "");
    }
    return true;
  }

  @Override
  public Plan plan(BrokerRequest request, Path folder) throws BrokerException, IOException {
    Asked asked = Asked.of(recipe, request);
    Map<Listener, Integer> ports = new EnumMap<>(Listener.class);
    Map<String, String> known = new HashMap<>(Placeholders.LIMITS);
    known.put(Placeholders.HOST, HOST);
    known.put(Placeholders.FOLDER, Plan.FOLDER.toString());
    for (Listener listener : asked.listeners()) {
      int port = described().port(RecipeProcess.wordOf(listener));
      ports.put(listener, port);
      known.put(RecipeProcess.portOf(listener), Integer.toString(port));
    }
    pages().forEach((name, port) -> known.put(Placeholders.PORT + name, Integer.toString(port)));
    options.values().forEach((name, value) -> known.put(Placeholders.OPTION + name, value));
    Access access = Access.OPEN;
    Map<String, byte[]> files = new LinkedHashMap<>();
    if (asked.cipher().isPresent()) {
      RecipeTls tls = RecipeTls.write(folder, asked.cipher().get(), Plan.FOLDER);
      known.putAll(tls.values());
      access = tls.access();
      for (Path file : tls.files()) {
        files.put(Plan.FOLDER.resolve(file.getFileName()).toString(), Files.readAllBytes(file));
      }
    }
    FilledRecipe filled = new FilledRecipe(recipe, asked, known, options.lines());
    filled
        .files()
        .forEach(
            (path, text) ->
                files.put(
                    Plan.FOLDER.resolve(path).normalize().toString(),
                    text.getBytes(StandardCharsets.UTF_8)));
    Map<String, String> variables = new LinkedHashMap<>(filled.environment());
    variables.putAll(passed());
    return new Plan(variables, filled.words(), files, ports, Set.copyOf(pages().values()), access);
  }

  /** Variables of the user that it gets, those that it demands among them. */
  private Map<String, String> passed() throws BrokerException {
    Map<String, String> all = new HashMap<>();
    for (Map.Entry<String, Passed> each : described().passes().orElse(Map.of()).entrySet()) {
      String name = each.getKey();
      Optional<String> value = Optional.ofNullable(environment.get(name));
      Optional<String> required = each.getValue().required();
      if (required.isPresent() && !required.equals(value)) {
        String reason = each.getValue().reason().map(text -> text + ", ").orElse("");
        throw new BrokerException(
            "%s: %sset the environment variable %s=%s"
                .formatted(selector, reason, name, required.get()));
      }
      value.ifPresent(text -> all.put(name, text));
    }
    return all;
  }
}
