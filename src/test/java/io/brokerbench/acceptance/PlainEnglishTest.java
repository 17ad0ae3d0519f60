package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Names, messages, comments and documentation avoid words for which there is a plainer one. */
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
              "\\b(([Nn]o|[Aa]ny|[Ss]ome|[Ee]very)body|[Nn]o one|([Aa]ny|[Ss]ome|[Ee]very)one)\\b",
              "who it is: no client, a process"),
          Avoided.of("\\b[A-Za-z]+n't\\b", "both words: is not, cannot"),
          Avoided.of("\\bunless given\\b", "(default: X)"),
          Avoided.of("\\b([Ee]nd|[Ss]top|[Cc]lose)(s|ed)?\\b[^.;:,]* in order\\b", "orderly"),
          Avoided.of(
              "\\b[Tt]akes? (no|root|a pre-shared|all connections)\\b|\\bbroker (to )?takes?"
                  + " them\\b",
              "accepts, requires or supports"),
          Avoided.of("\\b[Hh]as not the\\b", "does not have the"));

  /** A character, or as group 1 a comment or a text: what is read for its words. */
  private static final Pattern JAVA =
      Pattern.compile(
          "'(?:\\\\.|[^'\\\\\\n])+'"
              + "|(/\\*.*?\\*/|//[^\\n]*|\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\")",
          Pattern.DOTALL);

  /** Avoided words in the names of classes, methods, fields and variables. */
  private static final Pattern AVOIDED_NAME =
      Pattern.compile(
          "\\b(\\w*(T(ell(s|ing)?|old)|(No|Any|Some|Every)body)"
              + "|t(ell(s|ing)?|old)|(no|any|some|every)body)(?![a-z])\\w*");

  private static final Pattern SOURCES = Pattern.compile(".*\\.java");

  /** Texts but for data, and programs in languages where comments and code are read alike. */
  private static final Pattern OTHER_TEXTS =
      Pattern.compile(
          ".*\\.(md|ya?ml|py|js|css|c|properties|schema\\.json)|(.*/)?pom\\.xml"
              + "|(scripts|dist|ci|\\.ci)/([^.]+/)?[^./]+|dist/src/.*|dev|brokerbench");

  @Test
  void messagesAndCommentsAreInPlainEnglish() throws IOException {
    assertThat(foundIn(SOURCES)).isEmpty();
  }

  @Test
  void namesAreInPlainEnglish() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : files(Pattern.compile("(.*/)?src/main/java/.*"))) {
      found.addAll(foundNames(name(file), Files.readString(file)));
    }
    assertThat(found).isEmpty();
  }

  @Test
  void documentationScriptsAndConfigurationAreInPlainEnglish() throws IOException {
    assertThat(foundIn(OTHER_TEXTS)).isEmpty();
  }

  @Test
  void theTextsAreFound() throws IOException {
    assertThat(files(OTHER_TEXTS))
        .extracting(PlainEnglishTest::name)
        .contains(
            "README.md",
            "pom.xml",
            "cli/pom.xml",
            "action.yml",
            "dev",
            "brokerbench",
            ".ci/run",
            ".github/workflows/ci.yml",
            "ci/gate",
            "ci/jenkins/Jenkinsfile",
            "dist/Dockerfile",
            "dist/src/bin/brokerbench",
            "scripts/make-gallery",
            "scripts/site-hook.py",
            "core/src/main/resources/io/brokerbench/core/result/run-1.schema.json");
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

  @Test
  void aNameIsReportedWhereAWordOfItIsAvoided() {
    String source =
        """
        // told
        boolean tellsFigures() { return "tellsNothing" == intellect; }
        int toNobody = retold + bodyTold;
        """;
    assertThat(foundNames("X.java", source))
        .containsExactly("X.java:2: tellsFigures", "X.java:3: toNobody", "X.java:3: bodyTold");
  }

  private static List<String> foundIn(Pattern names) throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : files(names)) {
      String text = Files.readString(file);
      found.addAll(found(name(file), SOURCES.matcher(name(file)).matches() ? words(text) : text));
    }
    return found;
  }

  private static List<String> foundNames(String file, String source) {
    return AVOIDED_NAME
        .matcher(code(source))
        .results()
        .map(name -> "%s:%d: %s".formatted(file, line(code(source), name.start()), name.group()))
        .toList();
  }

  /** The files with these names, but for results of builds and runs, and this one. */
  private static List<Path> files(Pattern names) throws IOException {
    try (Stream<Path> files = Files.walk(Tool.PROJECT)) {
      return files
          .filter(file -> names.matcher(name(file)).matches() && isSource(file))
          .filter(file -> !name(file).endsWith("/PlainEnglishTest.java"))
          .sorted()
          .toList();
    }
  }

  private static boolean isSource(Path file) {
    return Files.isRegularFile(file)
        && Stream.of("target", "results", ".git")
            .noneMatch(folder -> ("/" + name(file)).contains("/" + folder + "/"));
  }

  private static String name(Path file) {
    return Tool.PROJECT.relativize(file).toString().replace('\\', '/');
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

  /** The source without its comments and literals; lines keep their numbers. */
  private static String code(String source) {
    return JAVA.matcher(source).replaceAll(literal -> newlines(literal.group()));
  }

  private static String newlines(String text) {
    return text.replaceAll("[^\\n]", "");
  }

  private static List<String> found(String file, String text) {
    List<String> found = new ArrayList<>();
    for (Avoided word : AVOIDED) {
      Matcher matcher = word.pattern().matcher(text);
      while (matcher.find()) {
        found.add(
            "%s:%d: \"%s\": write %s"
                .formatted(file, line(text, matcher.start()), matcher.group(), word.instead()));
      }
    }
    return found;
  }

  private static long line(String text, int position) {
    return newlines(text.substring(0, position)).length() + 1L;
  }
}
