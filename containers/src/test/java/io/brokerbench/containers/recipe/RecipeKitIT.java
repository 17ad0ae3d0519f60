package io.brokerbench.containers.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.brokerbench.containers.process.Executables;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.JmsProtocol;
import io.brokerbench.core.recipe.Recipe;
import io.brokerbench.core.recipe.RecipeOption;
import io.brokerbench.kit.CompatibilityKit;
import io.brokerbench.kit.KitBroker;
import io.brokerbench.kit.KitLibrary;
import io.brokerbench.kit.KitRow;
import jakarta.jms.ConnectionFactory;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The whole kit on each recipe that ships with the tool and is said to be tested, where its program
 * is to be had: on the search path, or in the folder that the environment variable
 * BROKERBENCH_PROGRAMS names, as {@code .ci/run} fills it.
 */
@Tag("containers")
class RecipeKitIT {

  /** Enough to cut a burst that a limit of queues would. */
  private static final int BURST = 2_000;

  /** Where in that folder the options that name a folder have it. */
  private static final Map<String, String> FOLDERS =
      Map.of(
          "aedes.modules", "node_modules", "moquette.lib", "moquette", "openmq.home", "openmq/mq");

  static Stream<String> names() {
    return ShippedRecipes.NAMES.stream()
        .filter(name -> !name.equals("mosquitto")) // MosquittoBrokerIT has each of its checks
        .filter(name -> ShippedRecipes.named(name).tested().isPresent());
  }

  @ParameterizedTest
  @MethodSource("names")
  void doesWhatItClaims(String name) throws Exception {
    Optional<String> selector = selector(name, ShippedRecipes.named(name));
    assumeTrue(selector.isPresent(), "the program of recipe:" + name + " is not here");
    BrokerProvider provider = new RecipeProvider().of(selector.get());
    try (KitBroker broker =
        KitBroker.start(provider, selector.get(), BURST, libraries(name, selector.get()))) {
      List<KitRow> rows = new CompatibilityKit(broker).run(row -> {});
      assertThat(rows).isNotEmpty().allSatisfy(row -> assertThat(row.problem()).isEmpty());
    }
  }

  /** The client of OpenMQ, which speaks a protocol of its own, is in its distribution. */
  private static List<KitLibrary> libraries(String name, String selector) throws Exception {
    if (!name.equals("openmq")) {
      return List.of();
    }
    Path jar = Path.of(selector.replaceFirst(".*home=", "")).resolve("lib/imq.jar");
    URL[] path = {jar.toUri().toURL()};
    Class<?> type =
        Class.forName("com.sun.messaging.ConnectionFactory", true, new URLClassLoader(path));
    Method set = type.getMethod("setProperty", String.class, String.class);
    return List.of(
        new KitLibrary(
            JmsProtocol.JMS,
            (endpoint, login) -> {
              try {
                Object factory = type.getConstructor().newInstance();
                String address = "mq://%s:%d/jms".formatted(endpoint.host(), endpoint.port());
                set.invoke(factory, "imqAddressList", address);
                return ((ConnectionFactory) factory).createConnection();
              } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
              }
            }));
  }

  /** With what the recipe needs; empty where some of it is not here. */
  private static Optional<String> selector(String name, Recipe recipe) {
    Optional<Path> programs =
        Optional.ofNullable(System.getenv("BROKERBENCH_PROGRAMS")).map(Path::of);
    List<String> parameters = new ArrayList<>();
    for (Map.Entry<String, RecipeOption> option : recipe.options().orElse(Map.of()).entrySet()) {
      if (option.getValue().usual().isPresent()) {
        continue;
      }
      Optional<Path> folder =
          programs
              .map(all -> all.resolve(FOLDERS.get(name + "." + option.getKey())))
              .filter(Files::isDirectory);
      if (folder.isEmpty()) {
        return Optional.empty();
      }
      parameters.add(option.getKey() + "=" + folder.get());
    }
    String command = recipe.program().orElseThrow().command();
    Optional<Path> own =
        programs.map(all -> all.resolve("bin/" + command)).filter(Files::isExecutable);
    if (own.isPresent()) {
      parameters.add("command=" + own.get());
    } else if (Executables.INSTALLED.find(command).isEmpty()
        || recipe.options().orElse(Map.of()).values().stream()
            .flatMap(option -> option.usual().stream())
            .anyMatch(usual -> usual.startsWith("/") && !Files.exists(Path.of(usual)))) {
      return Optional.empty();
    }
    return Optional.of(
        "recipe:" + name + (parameters.isEmpty() ? "" : "?" + String.join("&", parameters)));
  }
}
