package io.brokerbench.junit;

import io.brokerbench.report.page.ReportFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Where a test stands.
 *
 * @param selector of its broker
 * @param driver that makes the load unless a run says otherwise
 * @param brokers of its class
 * @param results of the test, which grow
 * @param folder that result folders are made in
 * @param entries takes the figures of each run, for the test's report
 */
record BenchContext(
    String selector,
    String driver,
    SharedBrokers brokers,
    BenchResults results,
    Path folder,
    Consumer<Map<String, String>> entries) {

  /** The same on another broker, whose results are kept apart. */
  BenchContext on(String other) {
    return new BenchContext(other, driver, brokers, new BenchResults(), folder, entries);
  }

  void report(MeasuredRun run) {
    report(run.folder(), ReportEntries.of(run));
  }

  void report(MeasuredGroups groups) {
    report(groups.folder(), ReportEntries.of(groups));
  }

  void report(MeasuredSearch search) {
    report(search.folder(), ReportEntries.of(search));
  }

  void report(MeasuredComparison comparison) {
    report(comparison.folder(), ReportEntries.of(comparison));
  }

  void report(MeasuredStudy study) {
    report(study.folder(), ReportEntries.of(study));
  }

  private void report(Path results, Map<String, String> figures) {
    try {
      ReportFolder.write(results, leftOut -> {});
    } catch (IOException e) {
      throw new BenchException("cannot write the report in " + results, e);
    }
    entries.accept(figures);
  }
}
