package io.brokerbench.core.recipe;

import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.broker.JmsProtocol;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A container image that is started.
 *
 * @param name of the image, with its tag
 * @param arguments templates of the words that it runs with; absent for its own
 * @param environment templates of environment variables, by name
 * @param passes environment variables of the user that the container gets, by name
 * @param ports inside the container, by name: of listeners where they are not the usual ones, and
 *     of pages
 * @param always what JMS clients speak there whether it is asked for or not
 */
public record RecipeImage(
    @Bounds(min = 1) String name,
    Optional<List<String>> arguments,
    Optional<Map<String, String>> environment,
    Optional<Map<String, Passed>> passes,
    Optional<Map<String, Integer>> ports,
    Optional<List<JmsProtocol>> always) {

  /** What an image may be called, with its registry, its tag and its digest. */
  public static final Pattern NAME = Pattern.compile("[\\w.:/@-]+");

  /** Where listeners are unless {@link #ports} has others, by the words of conditions. */
  public static final Map<String, Integer> USUAL_PORTS =
      Map.ofEntries(
          Map.entry("mqtt", 1_883),
          Map.entry("mqtts", 8_883),
          Map.entry("psk", 8_883),
          Map.entry("ws", 8_083),
          Map.entry("wss", 8_084),
          Map.entry("amqp", 5_672),
          Map.entry("amqps", 5_671),
          Map.entry("openwire", 61_616),
          Map.entry("openwires", 61_617),
          Map.entry("core", 61_618),
          Map.entry("cores", 61_619),
          Map.entry("jms", 7_676),
          Map.entry("jmss", 7_677));

  /**
   * An environment variable of the user.
   *
   * @param required the value without which the container is not started; absent where it may have
   *     any, or none
   * @param reason why, as the beginning of the message
   */
  public record Passed(Optional<String> required, Optional<String> reason) {}

  /**
   * The port inside the container.
   *
   * @param name word of a listener, or the name of a page's port
   */
  public int port(String name) {
    return ports
        .map(own -> own.get(name))
        .or(() -> Optional.ofNullable(USUAL_PORTS.get(name)))
        .orElseThrow();
  }

  /** Names of ports that are no listeners'. */
  List<String> otherPorts() {
    return ports.orElse(Map.of()).keySet().stream()
        .filter(name -> !USUAL_PORTS.containsKey(name))
        .sorted()
        .toList();
  }
}
