package io.brokerbench.core.recipe;

import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Deviation;
import io.brokerbench.core.broker.Endpoint.Listener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A broker that is started as a process or in a container: which program or image, with which
 * arguments and files, when it is ready, what it can do, what it reports, and how it ends. Texts
 * that are templates have placeholders such as {@code ${port.mqtt}}.
 *
 * @param title product, as messages and results name it
 * @param description one sentence for lists
 * @param tested version, platform and date with which the compatibility kit has passed; absent
 *     where the recipe is untested
 * @param program what is started; absent where it is an image
 * @param image the container image that is started; absent where it is a program
 * @param files templates of the files that are written into the broker's folder, by their paths in
 *     it; in a container also by absolute paths
 * @param values templates of texts that stand at {@code ${value.NAME}}, by name; a part may have
 *     others
 * @param parts what is added for some requests only, in this order
 * @param ports names of ports that a program has besides those of its listeners; each is a free one
 *     of the loopback address
 * @param options what a selector may set, {@code recipe:NAME?option=value}, by name
 * @param ready when it is ready, besides that it answers a client
 * @param version how its version is found
 * @param mistake a regular expression that is found in a program's log where a line of its
 *     configuration is wrong, with two groups: what is wrong, and the line's number in the file of
 *     {@code ${parts}}
 * @param stop how a program is ended; a container is removed
 * @param capabilities what it can do; the compatibility kit proves each
 * @param since the release with which a claim came, by capability: an older one does not claim it.
 *     That of an image is its tag's, that of a program is what it says when it has started
 * @param deviations what it does that the protocol does not allow, and that the kit excuses
 * @param reports what it reports about itself, and where
 * @param cores processor cores that it can use; absent for all that there are
 * @param jmsTopics what topics of MQTT are called in JMS: as in artemis, activemq, openmq or qpid
 * @param traps what a user must know of it, a sentence each; they are shown when it starts
 */
public record Recipe(
    @Bounds(min = 1) String title,
    Optional<String> description,
    Optional<String> tested,
    Optional<Program> program,
    Optional<RecipeImage> image,
    Optional<Map<String, String>> files,
    Optional<Map<String, String>> values,
    Optional<List<RecipePart>> parts,
    Optional<List<String>> ports,
    Optional<Map<String, RecipeOption>> options,
    Optional<Readiness> ready,
    VersionSource version,
    Optional<String> mistake,
    Optional<Ending> stop,
    List<Capability> capabilities,
    Optional<Map<Capability, String>> since,
    Optional<List<Deviation>> deviations,
    Optional<Reports> reports,
    @Bounds(min = 1) Optional<Integer> cores,
    Optional<String> jmsTopics,
    Optional<List<String>> traps) {

  /** Name and version of this form. */
  public static final String SCHEMA = "brokerbench.recipe/1";

  /**
   * The listener that it has in any case: that for MQTT; without MQTT, that for AMQP; without both,
   * that for a library of its own.
   */
  public Listener firstListener() {
    if (capabilities.contains(Capability.MQTT_3_1_1) || capabilities.contains(Capability.MQTT_5)) {
      return Listener.MQTT;
    }
    return capabilities.contains(Capability.AMQP) ? Listener.AMQP : Listener.JMS;
  }

  /** Templates of the words behind the program, or of those that a container runs with. */
  public List<String> words() {
    return program
        .flatMap(Program::arguments)
        .or(() -> image.flatMap(RecipeImage::arguments))
        .orElse(List.of());
  }

  /** Templates of environment variables, by name. */
  public Map<String, String> variables() {
    return program
        .flatMap(Program::environment)
        .or(() -> image.flatMap(RecipeImage::environment))
        .orElse(Map.of());
  }

  /** Names of its ports besides those of its listeners. */
  public List<String> otherPorts() {
    return ports.orElseGet(() -> image.map(RecipeImage::otherPorts).orElse(List.of()));
  }

  /** Templates of all files that it may have, by their paths; those of parts are behind. */
  public List<Map.Entry<String, String>> allFiles() {
    List<Map.Entry<String, String>> all = new ArrayList<>(files.orElse(Map.of()).entrySet());
    parts.orElse(List.of()).forEach(part -> all.addAll(part.files().orElse(Map.of()).entrySet()));
    return all;
  }

  /**
   * The path of the file that each of its brokers has and in which lines of parts and of the user
   * stand; empty where there is none.
   */
  public Optional<String> fileOfLines() {
    return files.orElse(Map.of()).entrySet().stream()
        .filter(file -> new Template(file.getValue()).names().contains(Placeholders.PARTS))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /** How it is installed, as the end of a message about something that is missing. */
  public String installHint() {
    return program.map(Program::installHint).orElse("");
  }

  /**
   * What is started.
   *
   * @param command a name that is looked for on the search path and in the folders of services, or
   *     a path, which begins at the recipe's own folder unless it is absolute
   * @param arguments templates of its arguments
   * @param environment templates of environment variables, by name
   * @param install how it is installed, for the message where it is not
   */
  public record Program(
      String command,
      Optional<List<String>> arguments,
      Optional<Map<String, String>> environment,
      Optional<String> install) {

    /**
     * What a message about something that is missing has at its end; empty where nothing is known.
     */
    public String installHint() {
      return install.map(how -> "; install it: " + how).orElse("");
    }
  }

  /**
   * When it is ready. It has to answer a client in any case.
   *
   * @param log a regular expression that is found in its log
   * @param http a page that it answers with status 200
   */
  public record Readiness(Optional<String> log, Optional<Page> http) {}

  /**
   * A page over HTTP.
   *
   * @param port name of its port
   * @param path of the page, from the slash on
   */
  public record Page(String port, String path) {}

  /**
   * How its version is found.
   *
   * @param pattern a regular expression with one group, the version
   * @param command arguments with which a program prints it; absent where its log has it. A
   *     container whose log has none has that of its image's tag
   */
  public record VersionSource(String pattern, Optional<List<String>> command) {}

  /**
   * How it is ended.
   *
   * @param signal that it gets, without SIG; absent for TERM
   * @param command templates of a command that ends it in place of a signal, the program first
   * @param within how long that may take; then it is killed
   */
  public record Ending(
      Optional<StopSignal> signal, Optional<List<String>> command, Optional<Duration> within) {}

  /** A signal that asks a process to end. */
  public enum StopSignal {
    /** The usual one. */
    TERM,
    /** As Ctrl-C in a terminal. */
    INT,
    /** As Ctrl-\ in a terminal. */
    QUIT,
    /** As at the end of a terminal. */
    HUP
  }
}
