package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What docs/junit.md shows a newcomer. */
final class ManualSnippets {

  private static final Pattern JAVA = Pattern.compile("```java\n(import .*?)```", Pattern.DOTALL);
  private static final Pattern XML = Pattern.compile("```xml\n(.*?)```", Pattern.DOTALL);

  private ManualSnippets() {}

  /** The entries of the pom, one after the other. */
  static String pom() throws IOException {
    StringBuilder entries = new StringBuilder();
    Matcher xml = XML.matcher(manual());
    while (xml.find()) {
      entries.append(xml.group(1));
    }
    return entries.toString();
  }

  /**
   * The class {@code ReleaseGateTest}, which passes: the manual's limits are for a machine with
   * nothing else to do, and it takes its time.
   */
  static String gate() throws IOException {
    Matcher java = JAVA.matcher(manual());
    assertThat(java.find()).isTrue();
    return java.group(1)
        .replaceAll("ofMillis\\([\\d_]+\\)", "ofMillis(20_000)")
        .replaceAll("ofMicros\\([\\d_]+\\)", "ofMicros(50_000)")
        .replaceAll("ofSeconds\\(\\d+\\)", "ofSeconds(1)")
        .replaceAll("(rate|perSecond)\\([\\d_]+\\)", "$1(500)");
  }

  /** The same with a limit that no broker keeps. */
  static String stricterGate(String name) throws IOException {
    return gate().replace("ReleaseGateTest", name).replace("ofMicros(50_000)", "ofMicros(1)");
  }

  private static String manual() throws IOException {
    return Files.readString(Tool.PROJECT.resolve("docs").resolve("junit.md"));
  }
}
