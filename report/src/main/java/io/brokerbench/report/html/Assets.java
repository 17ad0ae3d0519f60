package io.brokerbench.report.html;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What each page carries with it: the charting library as its published package has it, the script
 * that draws, the style sheet, and the library's licence.
 *
 * @param script runs in the page
 * @param style of the page
 * @param licence of the library
 */
record Assets(String script, String style, String licence) {

  /** Where the package keeps its files; the build fills in the version. */
  private static final String LIBRARY =
      "/META-INF/resources/webjars/chart.js/" + text("chart-js.version").strip() + "/";

  /** Of the script, each of which uses those before. */
  private static final List<String> PARTS =
      List.of("base", "words", "axes", "lines", "rows", "zoom", "page", "tables");

  /** Those of this build. */
  static Assets load() {
    return new Assets(
        inElement(library() + parts(), "script"),
        inElement(text("report.css"), "style"),
        text(LIBRARY + "LICENSE.md"));
  }

  /** Its parts as one function, so that they share their names with each other and nothing else. */
  private static String parts() {
    return PARTS.stream()
        .map(part -> text(part + ".js"))
        .collect(Collectors.joining("\n", "(() => {\n'use strict';\n", "})();\n"));
  }

  /** Without the address of its map, which a browser's tools would ask for. */
  private static String library() {
    return text(LIBRARY + "dist/chart.umd.min.js").replaceAll("//# sourceMappingURL=\\S*", "");
  }

  /** As a content security policy names a script or a style sheet. */
  static String source(String content) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has it", e);
    }
  }

  private static String inElement(String content, String element) {
    if (content.contains("</" + element)) {
      throw new IllegalStateException("would end its element: " + element);
    }
    return content;
  }

  private static String text(String resource) {
    try (InputStream in = Assets.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("not in this build: " + resource);
      }
      // What browsers would make of other line ends, so that its digest is that of what they run.
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + resource, e);
    }
  }
}
