package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Messages, comments and documentation avoid words for which there is a plainer one. */
class PlainEnglishTest {

  /**
   * Words to avoid.
   *
   * @param pattern that finds them in a line
   * @param instead what to write
   */
  private record Avoided(Pattern pattern, String instead) {
    static Avoided of(String regex, String instead) {
      return new Avoided(Pattern.compile(regex), instead);
    }
  }

  private static final List<Avoided> AVOIDED =
      List.of(
          Avoided.of("\\b([Tt]ell(s|ing)?|[Tt]old)\\b", "report, show, say or distinguish"),
          Avoided.of(
              "\\b([Nn]o|[Aa]ny|[Ss]ome|[Ee]very)body\\b", "who it is: no client, a process"),
          Avoided.of("\\b[A-Za-z]+n't\\b", "both words: is not, cannot"),
          Avoided.of("\\bunless given\\b", "(default: X)"),
          Avoided.of("\\b([Ee]nd|[Ss]top|[Cc]lose)(s|ed)?\\b[^.;:,]* in order\\b", "orderly"),
          Avoided.of(
              "\\b[Tt]akes? (no|a pre-shared|all connections)\\b", "accepts, requires or supports"),
          Avoided.of("\\b[Hh]as not the\\b", "does not have the"));

  /** A character, or as group 1 a comment or a text: what is read for its words. */
  private static final Pattern JAVA =
      Pattern.compile(
          "'(?:\\\\.|[^'\\\\\\n])+'"
              + "|(/\\*.*?\\*/|//[^\\n]*|\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\")",
          Pattern.DOTALL);

  @Test
  void messagesAndCommentsAreInPlainEnglish() throws IOException {
    assertThat(foundIn("/src/main/java/", ".java")).isEmpty();
  }

  @Test
  void documentationIsInPlainEnglish() throws IOException {
    assertThat(foundIn("/", ".md")).isEmpty();
  }

  @Test
  void descriptionsOfDocumentsAreInPlainEnglish() throws IOException {
    assertThat(foundIn("/src/main/resources/", ".schema.json")).isEmpty();
  }

  @Test
  void aWordIsReportedWithItsPlaceAndWhatToWriteInstead() {
    String text =
        """
        Fine.
        It hasn't told us; X unless given.
        Ends it in order.
        Takes no key, has not the key.
        """;
    assertThat(found("docs/x.md", text))
        .containsExactly(
            "docs/x.md:2: \"told\": write report, show, say or distinguish",
            "docs/x.md:2: \"hasn't\": write both words: is not, cannot",
            "docs/x.md:2: \"unless given\": write (default: X)",
            "docs/x.md:3: \"Ends it in order\": write orderly",
            "docs/x.md:4: \"Takes no\": write accepts, requires or supports",
            "docs/x.md:4: \"has not the\": write does not have the");
  }

  @Test
  void literalsAndCommentsOfSourcesAreRead() {
    String source =
        "// nobody\n/* isn't */ char c = '\"'; String nobody = \"a \\\"it isn't\\\"\";\n"
            + "String s =\n\"\"\"\n  the last\n  was told\n  \"\"\";";
    assertThat(found("X.java", words(source)))
        .containsExactly(
            "X.java:6: \"told\": write report, show, say or distinguish",
            "X.java:1: \"nobody\": write who it is: no client, a process",
            "X.java:2: \"isn't\": write both words: is not, cannot",
            "X.java:2: \"isn't\": write both words: is not, cannot");
  }

  private static List<String> foundIn(String folder, String ending) throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(Tool.PROJECT)) {
      files
          .filter(file -> file.toString().endsWith(ending) && isSource(file))
          .filter(file -> ("/" + name(file)).contains(folder))
          .sorted()
          .forEach(file -> found.addAll(found(name(file), text(file))));
    }
    return found;
  }

  private static boolean isSource(Path file) {
    return Stream.of("target", "results", ".git")
        .noneMatch(folder -> ("/" + name(file)).contains("/" + folder + "/"));
  }

  private static String name(Path file) {
    return Tool.PROJECT.relativize(file).toString().replace('\\', '/');
  }

  private static String text(Path file) {
    try {
      String text = Files.readString(file);
      return file.toString().endsWith(".java") ? words(text) : text;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The source without its code; lines keep their numbers. */
  private static String words(String source) {
    StringBuilder words = new StringBuilder();
    Matcher matcher = JAVA.matcher(source);
    int end = 0;
    while (matcher.find()) {
      words.append(newlines(source.substring(end, matcher.start())));
      words.append(matcher.group(1) == null ? newlines(matcher.group()) : matcher.group(1));
      end = matcher.end();
    }
    return words.toString();
  }

  private static String newlines(String text) {
    return text.replaceAll("[^\\n]", "");
  }

  private static List<String> found(String file, String text) {
    List<String> found = new ArrayList<>();
    for (Avoided word : AVOIDED) {
      Matcher matcher = word.pattern().matcher(text);
      while (matcher.find()) {
        long line = text.substring(0, matcher.start()).lines().count();
        boolean first = matcher.start() == 0 || text.charAt(matcher.start() - 1) == '\n';
        found.add(
            "%s:%d: \"%s\": write %s"
                .formatted(file, first ? line + 1 : line, matcher.group(), word.instead()));
      }
    }
    return found;
  }
}
