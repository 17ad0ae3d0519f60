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

  /** The class {@code ReleaseGateTest}, which passes; in less time. */
  static String gate() throws IOException {
    Matcher java = JAVA.matcher(manual());
    assertThat(java.find()).isTrue();
    return java.group(1).replaceAll("ofSeconds\\(\\d+\\)", "ofSeconds(1)");
  }

  /** The same with a limit that no broker keeps. */
  static String stricterGate(String name) throws IOException {
    String gate = gate();
    String stricter =
        gate.replace(
            ".losesNothing()",
            ".costsAtMost(io.brokerbench.junit.BenchAssertions.ofMicros(1)).losesNothing()");
    assertThat(stricter).isNotEqualTo(gate);
    return stricter.replace("ReleaseGateTest", name);
  }

  private static String manual() throws IOException {
    return Files.readString(Tool.PROJECT.resolve("docs").resolve("junit.md"));
  }
}
