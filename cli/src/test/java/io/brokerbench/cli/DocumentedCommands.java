package io.brokerbench.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The commands that the README, CONTRIBUTING, docs and the gallery show, in the order of pages. */
final class DocumentedCommands {

  /** In commands of the gallery: each of its brokers. */
  static final String ANY_BROKER = "BROKER";

  /** Lines of a broker's configuration. */
  private static final String LINES = "candidate.conf";

  /** The recipe that docs/recipes.md begins with, which is one of Mosquitto. */
  static final String RECIPE = "my-broker.yaml";

  private static final Path PROJECT = ActionTest.PROJECT;
  private static final Pattern COMMAND =
      Pattern.compile(
          "^(?: {4})?(?:\\w*\\$ +)?(?:docker run .*"
              + " brokerbench/brokerbench:local|(?:\\S*/)?brokerbench) ([a-z].*)$");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");
  private static final String REQUIRES = "<!-- requires: ";
  private static final String REQUIRES_TO_RUN = "<!-- requires to run: ";

  /** Commands that read results, which are not here. */
  static final Set<String> READING = Set.of("compare", "baseline", "history", "report");

  /** What a command needs that is not here, as the comment before its block says. */
  enum Missing {
    /** Nothing. */
    NOTHING,
    /** Brokers on other machines, and their like: it is right as far as a broker's start. */
    TO_RUN,
    /** Files, results or servers: it can only be parsed. */
    TO_BEGIN
  }

  /**
   * A command of a page.
   *
   * @param place where it stands
   * @param words of it, without the tool's own name
   * @param missing what is not here
   */
  record Shown(String place, List<String> words, Missing missing) {

    @Override
    public String toString() {
      return place + " " + String.join(" ", words);
    }
  }

  private DocumentedCommands() {}

  /** All of them. */
  static List<Shown> all() throws IOException {
    List<Shown> commands = new ArrayList<>();
    try (Stream<Path> docs = Files.walk(PROJECT.resolve("docs"))) {
      Stream.concat(Stream.of("README.md", "CONTRIBUTING.md").map(PROJECT::resolve), docs.sorted())
          .filter(file -> file.toString().endsWith(".md"))
          .forEach(file -> commands.addAll(of(file)));
    }
    return commands;
  }

  private static List<Shown> of(Path file) {
    List<Shown> commands = new ArrayList<>();
    boolean fenced = false;
    Missing missing = Missing.NOTHING;
    List<String> lines = lines(file);
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      boolean fence = line.startsWith("```");
      fenced ^= fence;
      if (line.startsWith(REQUIRES)) {
        missing = Missing.TO_BEGIN;
      } else if (line.startsWith(REQUIRES_TO_RUN)) {
        missing = Missing.TO_RUN;
      } else if (!fenced && !fence && !line.isBlank() && !line.startsWith("    ")) {
        missing = Missing.NOTHING;
      }
      Matcher command = COMMAND.matcher(line);
      if (command.matches() && (fenced || line.startsWith("    "))) {
        StringBuilder text = new StringBuilder(command.group(1));
        for (int next = i + 1; text.toString().endsWith("\\"); next++) {
          text.setLength(text.length() - 1);
          text.append(lines.get(next).strip());
        }
        String place = PROJECT.relativize(file) + ":" + (i + 1);
        List<String> words = words(text.toString());
        commands.add(new Shown(place, words, readsResults(words) ? Missing.TO_BEGIN : missing));
      }
    }
    return commands;
  }

  private static boolean readsResults(List<String> words) {
    return READING.contains(words.get(0)) || words.contains("baseline:main");
  }

  /** What stands behind two blanks or more explains the command. */
  private static List<String> words(String text) {
    return WORD.matcher(text.replaceFirst(" {2,}.*", ""))
        .results()
        .map(word -> Stream.of(1, 2, 3).map(word::group).filter(g -> g != null).findFirst())
        .flatMap(Optional::stream)
        .toList();
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A word whose file is where it is: that of an example, or one that is written to a folder. */
  static String withFiles(String word, Path folder) {
    if (word.endsWith(LINES)) {
      return word.replace(LINES, write(folder.resolve(LINES), "").toString());
    }
    if (!word.endsWith(".yaml")) {
      return word;
    }
    if (word.endsWith(RECIPE)) {
      return word.replace(RECIPE, write(folder.resolve(RECIPE), recipe()).toString());
    }
    if (Files.exists(PROJECT.resolve(word))) {
      return PROJECT.resolve(word).toString();
    }
    Path example = PROJECT.resolve("examples").resolve(Path.of(word).getFileName());
    if (Files.exists(example)) {
      return example.toString();
    }
    String study = "name: mine\nscenarios: [FANIN.Q0.SINGLE]\n";
    return write(folder.resolve("my-study.yaml"), study).toString();
  }

  /** The one of the documentation. */
  private static String recipe() {
    String page = String.join("\n", lines(PROJECT.resolve("docs/recipes.md")));
    int from = page.indexOf("```yaml\n") + "```yaml\n".length();
    return page.substring(from, page.indexOf("\n```", from)) + "\n";
  }

  private static Path write(Path file, String text) {
    try {
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
