package io.brokerbench.testkit;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * Names the programs whose absence made a build skip tests, once for the whole build. It reads the
 * reports that Surefire and Failsafe write.
 */
public final class SkippedTests {

  private SkippedTests() {}

  /**
   * Prints the programs and the number of tests that each would add; prints nothing if none is
   * missing.
   *
   * @param arguments the folder of the build, and the instant at which it began: older reports are
   *     not read
   */
  public static void main(String[] arguments) throws Exception {
    print(missing(Path.of(arguments[0]), Instant.parse(arguments[1])), System.out);
  }

  /** How many tests each missing program made the build skip, by the reason that they gave. */
  static Map<String, Integer> missing(Path folder, Instant start)
      throws IOException, ParserConfigurationException, SAXException {
    Map<String, Integer> tests = new TreeMap<>();
    for (Path report : reports(folder, start)) {
      for (String reason : reasons(report)) {
        for (RequiredProgram program : RequiredProgram.values()) {
          if (reason.contains(program.reason())) {
            tests.merge(program.reason(), 1, Integer::sum);
          }
        }
      }
    }
    return tests;
  }

  static void print(Map<String, Integer> missing, PrintStream out) {
    if (!missing.isEmpty()) {
      out.println("Tests were skipped because a program is not installed:");
      missing.forEach((reason, tests) -> out.println("  " + tests + ": " + reason));
    }
  }

  private static List<Path> reports(Path folder, Instant start) throws IOException {
    try (Stream<Path> files = Files.find(folder, 8, (file, attributes) -> isReport(file))) {
      return files
          .filter(file -> !file.toFile().isDirectory() && isSince(file, start))
          .collect(Collectors.toList());
    }
  }

  private static boolean isReport(Path file) {
    return file.getFileName().toString().matches("TEST-.*\\.xml")
        && file.getParent().getFileName().toString().matches("(surefire|failsafe)-reports");
  }

  private static boolean isSince(Path file, Instant start) {
    return file.toFile().lastModified() >= start.toEpochMilli();
  }

  private static List<String> reasons(Path report)
      throws IOException, ParserConfigurationException, SAXException {
    NodeList skipped =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(report.toFile())
            .getElementsByTagName("skipped");
    List<String> reasons = new ArrayList<>();
    for (int i = 0; i < skipped.getLength(); i++) {
      reasons.add(((Element) skipped.item(i)).getAttribute("message"));
    }
    return reasons;
  }
}
