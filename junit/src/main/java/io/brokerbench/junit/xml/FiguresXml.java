package io.brokerbench.junit.xml;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.experiment.gate.AbResult;
import io.brokerbench.experiment.group.GroupsResult;
import io.brokerbench.experiment.search.SearchResult;
import io.brokerbench.report.file.JunitXml;
import io.brokerbench.report.file.JunitXml.CaseStatus;
import io.brokerbench.report.page.ReportFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the tests of one class measured, as JUnit XML of its own: Surefire's leaves report entries
 * out. It is written when the class is done. For use by several threads.
 */
public final class FiguresXml implements AutoCloseable {

  /** The key of a report entry that says where results are. */
  public static final String RESULTS = "results";

  private static final List<String> ATTACHED =
      List.of(
          ReportFolder.PAGE,
          RunResult.DOCUMENT,
          GroupsResult.DOCUMENT,
          SearchResult.DOCUMENT,
          AbResult.DOCUMENT);

  private final Path folder;
  private final String className;
  private final Map<String, Test> tests = new LinkedHashMap<>();

  /** One test, as far as it has come. */
  private static final class Test {
    private final String name;
    private final long startNanos = NanoClock.SYSTEM.nanoTime();
    private final List<Map<String, String>> measured = new ArrayList<>();
    private CaseStatus outcome = CaseStatus.PASSED;
    private String message = "";
    private Duration time = Duration.ZERO;

    Test(String name) {
      this.name = name;
    }
  }

  /**
   * Nothing yet.
   *
   * @param folder that it will be written to
   */
  public FiguresXml(Path folder, String className) {
    this.folder = folder;
    this.className = className;
  }

  /** A test begins that may measure something; its time counts from the first such call. */
  public synchronized void begin(String id, String name) {
    tests.computeIfAbsent(id, key -> new Test(name));
  }

  /** Takes the figures of a run, search or comparison of a test that has begun. */
  public synchronized void add(String id, Map<String, String> entries) {
    tests.get(id).measured.add(entries);
  }

  /** Takes how a test ended; of one that measured nothing, nothing is written. */
  public synchronized void ended(String id, CaseStatus outcome, Optional<Throwable> cause) {
    Test test = tests.get(id);
    if (test != null) {
      test.outcome = outcome;
      test.message = cause.map(Throwable::getMessage).orElse("");
      test.time = Duration.ofNanos(NanoClock.SYSTEM.nanoTime() - test.startNanos);
    }
  }

  /**
   * Writes it.
   *
   * @throws UncheckedIOException if it cannot
   */
  @Override
  public synchronized void close() {
    List<JunitXml.Case> cases =
        tests.values().stream()
            .filter(test -> !test.measured.isEmpty())
            .map(this::testCase)
            .toList();
    if (cases.isEmpty()) {
      return;
    }
    String document = JunitXml.of(className, cases);
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve("TEST-" + className + ".xml"), document);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the figures of " + className, e);
    }
  }

  private JunitXml.Case testCase(Test test) {
    Map<String, String> properties = new LinkedHashMap<>();
    for (int i = 0; i < test.measured.size(); i++) {
      // The first have the names of the result document as they are; a second run's have its
      // number.
      String prefix = i == 0 ? "" : (i + 1) + ".";
      test.measured.get(i).forEach((name, value) -> properties.put(prefix + name, value));
    }
    String attachments =
        test.measured.stream()
            .flatMap(entries -> attachments(Path.of(entries.get(RESULTS))))
            .collect(Collectors.joining("\n"));
    return new JunitXml.Case(
        className,
        test.name,
        test.time,
        properties,
        test.outcome,
        test.message == null ? "" : test.message,
        attachments);
  }

  /** In the form that CI servers take files of a test case in. */
  private static Stream<String> attachments(Path results) {
    return ATTACHED.stream()
        .map(results::resolve)
        .filter(Files::exists)
        .map(file -> "[[ATTACHMENT|" + file.toAbsolutePath() + "]]");
  }
}
