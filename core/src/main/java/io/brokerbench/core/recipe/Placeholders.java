package io.brokerbench.core.recipe;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NearestName;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.recipe.RecipePart.Condition;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The placeholders of recipes: which there are, and where each may stand. */
public final class Placeholders {

  /** Where a broker listens: the loopback address; in a container all its addresses. */
  public static final String HOST = "host";

  /** The broker's own new folder. */
  public static final String FOLDER = "folder";

  /**
   * The folder with the recipe's file; of a recipe that ships with the tool, the working folder.
   */
  public static final String RECIPE = "recipe";

  /** The program that is started, by its path. */
  public static final String COMMAND = "command";

  /** The user who runs the tool. */
  public static final String USER = "user";

  /** The process's number; in the command that ends it only. */
  public static final String PID = "pid";

  /** The lines of all parts that hold. */
  public static final String PARTS = "parts";

  /** Before the name of a port. */
  public static final String PORT = "port.";

  /** Before the name of an option. */
  public static final String OPTION = "option.";

  /** Before the name of one of the recipe's own values. */
  public static final String VALUE = "value.";

  /** Limits that no scenario reaches. */
  public static final Map<String, String> LIMITS =
      Map.of(
          "limit.packetBytes", Integer.toString(17 << 20),
          "limit.queuedMessages", "1000000",
          "limit.inflightMessages", "65535",
          "limit.connections", "1000000");

  /** What a scheme's name ends with where it is one with TLS. */
  private static final String OVER_TLS = "s";

  private static final List<String> ALWAYS = List.of(HOST, FOLDER);

  /** What a container has none of, or does not see. */
  private static final List<String> OF_PROGRAMS = List.of(RECIPE, COMMAND, USER);

  private static final Set<Condition> ANY_TLS =
      EnumSet.of(
          Condition.MQTTS,
          Condition.WSS,
          Condition.AMQPS,
          Condition.OPENWIRES,
          Condition.CORES,
          Condition.JMSS,
          Condition.TLS,
          Condition.TLS_1_2,
          Condition.TLS_1_3,
          Condition.RSA,
          Condition.PSK);

  private static final Set<Condition> CERTIFICATES =
      EnumSet.of(
          Condition.MQTTS,
          Condition.WSS,
          Condition.AMQPS,
          Condition.OPENWIRES,
          Condition.CORES,
          Condition.JMSS,
          Condition.TLS,
          Condition.TLS_1_3,
          Condition.RSA);

  /** Ports of listeners without TLS. */
  private static final Set<String> PLAIN =
      Stream.of(Listener.values())
          .filter(listener -> !listener.isSecured())
          .map(listener -> PORT + listener.scheme())
          .collect(Collectors.toUnmodifiableSet());

  /** By name, the conditions of which one has to be there. */
  private static final Map<String, Set<Condition>> CONDITIONAL = new LinkedHashMap<>();

  private static final Map<Condition, String> LISTENERS = new EnumMap<>(Condition.class);

  static {
    for (Condition condition :
        List.of(
            Condition.MQTTS,
            Condition.PSK,
            Condition.WS,
            Condition.WSS,
            Condition.AMQP,
            Condition.AMQPS,
            Condition.OPENWIRE,
            Condition.OPENWIRES,
            Condition.CORE,
            Condition.CORES,
            Condition.JMS,
            Condition.JMSS)) {
      LISTENERS.put(condition, PORT + condition.word());
      CONDITIONAL.put(PORT + condition.word(), EnumSet.of(condition));
    }
    for (String name : List.of("tls.version", "tls.cipher", "tls.suite")) {
      CONDITIONAL.put(name, ANY_TLS);
    }
    for (String name :
        List.of(
            "tls.certificate",
            "tls.key",
            "tls.authority",
            "tls.keyStore",
            "tls.keyStorePassword")) {
      CONDITIONAL.put(name, CERTIFICATES);
    }
    for (String name : List.of("psk.identity", "psk.key", "psk.file")) {
      CONDITIONAL.put(name, EnumSet.of(Condition.PSK));
    }
  }

  private final Set<String> always = new TreeSet<>(ALWAYS);
  private final Map<String, Set<Condition>> conditional = new LinkedHashMap<>(CONDITIONAL);

  /** Those of one recipe. */
  Placeholders(Recipe recipe) {
    always.addAll(LIMITS.keySet());
    always.addAll(recipe.image().isPresent() ? List.of() : OF_PROGRAMS);
    recipe.otherPorts().forEach(name -> always.add(PORT + name));
    recipe.values().orElse(Map.of()).keySet().forEach(name -> always.add(VALUE + name));
    recipe.options().orElse(Map.of()).keySet().forEach(name -> always.add(OPTION + name));
    there(recipe.firstListener());
    recipe
        .image()
        .flatMap(RecipeImage::always)
        .orElse(List.of())
        .forEach(protocol -> there(protocol.plain()));
  }

  /** Of a listener that it has in any case. */
  private void there(Listener listener) {
    String name = PORT + listener.scheme();
    always.add(name);
    conditional.remove(name);
  }

  /** What is wrong with the placeholders of a text. */
  Optional<String> problem(String text, List<Condition> when, Set<String> more) {
    try {
      for (String name : new Template(text).names()) {
        Optional<String> problem = problemOf(name, when, more);
        if (problem.isPresent()) {
          return problem;
        }
      }
      return Optional.empty();
    } catch (DefinitionException e) {
      return Optional.of(e.getMessage());
    }
  }

  private Optional<String> problemOf(String name, List<Condition> when, Set<String> more) {
    if (always.contains(name) || more.contains(name)) {
      return Optional.empty();
    }
    if (OF_PROGRAMS.contains(name)) {
      return Optional.of("${" + name + "} only with a program, not in an image");
    }
    Set<Condition> needed = conditional.get(name);
    if (needed == null) {
      List<String> known = new ArrayList<>(always);
      known.addAll(more);
      known.addAll(conditional.keySet());
      return Optional.of("no placeholder ${" + name + "}" + NearestName.hintOrList(name, known));
    }
    return when.stream().anyMatch(needed::contains)
        ? Optional.empty()
        : Optional.of(
            "${%s} only in a part with when: %s"
                .formatted(
                    name,
                    needed.stream().map(Condition::word).collect(Collectors.joining(", or "))));
  }

  /**
   * The placeholders that a recipe needs somewhere to set up what it claims; empty for none. Where
   * it has TLS, each listener has one over TLS beside it. An image may listen without TLS by
   * itself.
   */
  static List<String> neededFor(Capability capability, Recipe recipe) {
    return recipe.image().isPresent()
        ? neededInside(capability, recipe)
        : neededFor(capability, recipe.firstListener(), recipe);
  }

  /** An image may listen without TLS by itself; with TLS it needs keys of ours. */
  private static List<String> neededInside(Capability capability, Recipe recipe) {
    List<String> all = new ArrayList<>(neededFor(capability, recipe.firstListener(), recipe));
    if (capability == Capability.TLS) {
      recipe
          .image()
          .flatMap(RecipeImage::always)
          .orElse(List.of())
          .forEach(protocol -> all.add(PORT + protocol.secured().scheme()));
    }
    all.removeIf(name -> PLAIN.contains(name));
    return all;
  }

  private static List<String> neededFor(Capability capability, Listener first, Recipe recipe) {
    return switch (capability) {
      case TLS -> List.of(PORT + first.scheme() + OVER_TLS);
      case TLS_PSK -> List.of(LISTENERS.get(Condition.PSK));
      case WEBSOCKET -> listeners(Condition.WS, recipe);
      case AMQP -> listeners(Condition.AMQP, recipe);
      case OPENWIRE -> listeners(Condition.OPENWIRE, recipe);
      case CORE -> listeners(Condition.CORE, recipe);
      case JMS -> listeners(Condition.JMS, recipe);
      case MQTT_3_1_1, MQTT_5 -> List.of(PORT + "mqtt");
      default -> List.of();
    };
  }

  private static List<String> listeners(Condition plain, Recipe recipe) {
    String name = LISTENERS.get(plain);
    return recipe.capabilities().contains(Capability.TLS)
        ? List.of(name, name + OVER_TLS)
        : List.of(name);
  }
}
