package io.brokerbench.cli.settings;

import io.brokerbench.core.base.DefinitionException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The values of options that are not on the command line: a variable such as {@code
 * BROKERBENCH_RATE} precedes {@code rate} in {@code brokerbench.yaml}, or in the file that {@code
 * --config} names. A command reads those of its own options, and no others.
 */
public final class OptionSources implements IDefaultValueProvider {

  /** The option that names another file. */
  public static final String CONFIG = "--config";

  private static final String USUAL_FILE = "brokerbench.yaml";
  private static final String PREFIX = "BROKERBENCH_";

  /**
   * What cannot be set but on the command line. Commands would be run for whoever calls the tool in
   * a folder that others wrote.
   */
  private static final Set<String> ONLY_THERE =
      Set.of(
          "--help",
          "--version",
          CONFIG,
          "--agents", // whose module is on the class path only where they are asked for there
          "--fault-command",
          "--heal-command",
          "--sync-command");

  private static final Set<String> WITHOUT =
      Set.of("-h", "--help", "-V", "--version", "help", "generate-completion");

  private final Map<String, String> environment;
  private final Map<String, PlacedValue> file;
  private final List<String> arguments;

  /** What is left of values, by their places. */
  private final Map<String, List<String>> forgotten = new HashMap<>();

  private OptionSources(
      Map<String, String> environment, Map<String, PlacedValue> file, List<String> arguments) {
    this.environment = environment;
    this.file = file;
    this.arguments = arguments;
  }

  /**
   * Lets a command and its subcommands read options from there.
   *
   * @param args of the command line, which may name the file
   * @throws DefinitionException if the file is not one of options; those in it that are right are
   *     read then
   */
  public static void readBy(
      CommandLine commands, OptionEnvironment optionEnvironment, String... args) {
    Optional<Path> named = namedFile(args);
    Optional<Path> file = named.isPresent() ? named : usualFile(optionEnvironment, args);
    List<DefinitionException> mistakes = new ArrayList<>();
    commands.setDefaultValueProvider(
        new OptionSources(
            optionEnvironment.environment(),
            file.map(path -> SettingsFile.read(path, names(commands), named.isPresent(), mistakes))
                .orElseGet(Map::of),
            List.of(args)));
    if (!mistakes.isEmpty()) {
      throw DefinitionException.all(mistakes);
    }
  }

  /** Whether an option, without its dashes, cannot be set elsewhere. */
  static boolean isOnlyOnTheCommandLine(String name) {
    return ONLY_THERE.contains("--" + name);
  }

  /** Those that a command reads. */
  public static Optional<OptionSources> of(CommandSpec command) {
    return Optional.ofNullable(command.defaultValueProvider())
        .filter(OptionSources.class::isInstance)
        .map(OptionSources.class::cast);
  }

  /** Where the value of an option was set: {@code (from place)}; empty on the command line. */
  public static String from(CommandSpec command, OptionSpec option) {
    return of(command)
        .filter(sources -> !sources.isGiven(option))
        .flatMap(sources -> sources.value(option))
        .map(value -> " (from " + value.place() + ")")
        .orElse("");
  }

  /** Whether it is on the command line, be its value right or wrong. */
  private boolean isGiven(OptionSpec option) {
    return Arrays.stream(option.names())
        .anyMatch(
            name ->
                arguments.stream()
                    .anyMatch(
                        word ->
                            word.equals(name)
                                || word.startsWith(name + "=")
                                || (name.length() == 2 && word.startsWith(name))
                                || (name.length() == 2 && isCluster(word, name.charAt(1)))));
  }

  /** As in {@code -qv}. */
  private static boolean isCluster(String word, char letter) {
    return word.matches("-[A-Za-z]+") && word.indexOf(letter) > 0;
  }

  /**
   * Forgets a value of an option, so that what else is wrong can be found.
   *
   * @param wrong one of several; all are forgotten where none is this one
   * @return whether it had one there
   */
  public boolean forget(OptionSpec option, String wrong) {
    Optional<PlacedValue> value = value(option);
    value.ifPresent(
        placed -> {
          List<String> rest =
              placed.words().stream()
                  .flatMap(word -> words(option, word))
                  .filter(word -> !word.equals(wrong))
                  .toList();
          boolean found = rest.size() < wordCount(option, placed);
          forgotten.put(placed.place(), found ? rest : List.of());
        });
    return value.isPresent();
  }

  private static long wordCount(OptionSpec option, PlacedValue value) {
    return value.words().stream().flatMap(word -> words(option, word)).count();
  }

  private static Stream<String> words(OptionSpec option, String text) {
    return option.splitRegex().isEmpty()
        ? Stream.of(text)
        : Arrays.stream(text.split(option.splitRegex(), -1));
  }

  /** The text of an option's value, if it was set there. */
  public Optional<String> textOf(OptionSpec option) {
    return value(option).map(value -> String.join(separator(option), value.words()));
  }

  @Override
  public String defaultValue(ArgSpec argument) {
    // A flag that is given would be the opposite of what it is here.
    return argument instanceof OptionSpec option && !isGiven(option)
        ? textOf(option).map(OptionSources::literal).orElse(null)
        : null;
  }

  /** Picocli would replace variables, and what is in a file of others may not say which. */
  private static String literal(String text) {
    return text.replace("$", "$$");
  }

  private Optional<PlacedValue> value(OptionSpec option) {
    if (ONLY_THERE.contains(option.longestName())) {
      return Optional.empty();
    }
    for (String name : longNames(option).toList()) {
      String variable = PREFIX + name.toUpperCase(Locale.ROOT).replace('-', '_');
      String text = environment.getOrDefault(variable, "");
      if (!text.isBlank() && !forgotten.getOrDefault(variable, List.of(text)).isEmpty()) {
        return Optional.of(left(new PlacedValue(List.of(text.strip()), variable)));
      }
    }
    return longNames(option)
        .filter(file::containsKey)
        .findFirst()
        .map(file::get)
        .map(this::left)
        .filter(value -> !value.words().isEmpty());
  }

  private PlacedValue left(PlacedValue value) {
    return new PlacedValue(forgotten.getOrDefault(value.place(), value.words()), value.place());
  }

  /** Between the values of one option. */
  private static String separator(OptionSpec option) {
    return option.splitRegex().equals(",") ? "," : "\n";
  }

  /** All that may be set, and whether it may have several values. */
  private static Map<String, Boolean> names(CommandLine command) {
    Map<String, Boolean> names = new TreeMap<>();
    for (OptionSpec option : command.getCommandSpec().options()) {
      if (!ONLY_THERE.contains(option.longestName())) {
        longNames(option).forEach(name -> names.put(name, option.isMultiValue()));
      }
    }
    command.getSubcommands().values().forEach(inner -> names.putAll(names(inner)));
    return names;
  }

  private static Stream<String> longNames(OptionSpec option) {
    return Arrays.stream(option.names())
        .filter(name -> name.startsWith("--"))
        .map(name -> name.substring(2));
  }

  /** Read before all other options, as it says what they are; help does without. */
  private static Optional<Path> namedFile(String... args) {
    if (isHelp(args)) {
      return Optional.empty();
    }
    for (int i = 0; i < args.length; i++) {
      if (args[i].startsWith(CONFIG + "=")) {
        return Optional.of(Path.of(args[i].substring(CONFIG.length() + 1)));
      }
      if (args[i].equals(CONFIG) && i + 1 < args.length) {
        return Optional.of(Path.of(args[i + 1]));
      }
    }
    return Optional.empty();
  }

  private static boolean isHelp(String... args) {
    return args.length == 0 || Stream.of(args).anyMatch(WITHOUT::contains);
  }

  private static Optional<Path> usualFile(OptionEnvironment optionEnvironment, String... args) {
    return isHelp(args)
        ? Optional.empty()
        : optionEnvironment
            .directory()
            .map(directory -> directory.resolve(USUAL_FILE))
            .filter(Files::isRegularFile);
  }
}
