package io.brokerbench.junit;

import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.experiment.gate.AbResult;
import io.brokerbench.experiment.gate.FigureComparison;
import io.brokerbench.experiment.group.GroupRun;
import io.brokerbench.experiment.search.SearchResult;
import io.brokerbench.junit.xml.FiguresXml;
import java.util.LinkedHashMap;
import java.util.Map;

/** The figures that a test's report shows, by the paths of docs/figures.md. */
final class ReportEntries {

  private ReportEntries() {}

  static Map<String, String> of(MeasuredRun run) {
    RunResult result = run.result();
    Map<String, String> entries = new LinkedHashMap<>();
    entries.put("scenario", result.scenario().name());
    entries.put("broker", result.broker().product() + " " + result.broker().version());
    entries.put("verdict", result.verdict().status().name());
    FigureCatalogue.values(result).forEach((figure, value) -> put(entries, figure.path(), value));
    entries.put(FiguresXml.RESULTS, run.folder().toString());
    return entries;
  }

  /** Those of each group have its name before their paths. */
  static Map<String, String> of(MeasuredGroups groups) {
    Map<String, String> entries = new LinkedHashMap<>();
    RunResult first = groups.groups().get(0).result();
    entries.put("scenario", groups.result().name());
    entries.put("broker", first.broker().product() + " " + first.broker().version());
    entries.put("verdict", groups.result().verdict().status().name());
    for (GroupRun group : groups.result().groups()) {
      entries.put(group.name() + ".verdict", group.run().verdict().status().name());
      FigureCatalogue.values(group.run())
          .forEach((figure, value) -> put(entries, group.name() + "." + figure.path(), value));
    }
    entries.put(FiguresXml.RESULTS, groups.folder().toString());
    return entries;
  }

  static Map<String, String> of(MeasuredSearch search) {
    SearchResult result = search.result();
    Map<String, String> entries = new LinkedHashMap<>();
    entries.put("scenario", result.scenario().name());
    entries.put("broker", result.broker().product() + " " + result.broker().version());
    result.sustainablePerSecond().ifPresent(rate -> put(entries, "sustainablePerSecond", rate));
    entries.put("limitedBy", result.limitedBy().name());
    entries.put(FiguresXml.RESULTS, search.folder().toString());
    return entries;
  }

  static Map<String, String> of(MeasuredComparison comparison) {
    AbResult result = comparison.result();
    Map<String, String> entries = new LinkedHashMap<>();
    entries.put("scenario", result.scenario().name());
    entries.put("baseline", result.baseline().title());
    entries.put("candidate", result.candidate().title());
    entries.put("rounds", Integer.toString(result.rounds().size()));
    entries.put("decision", result.verdict().decision().name());
    for (FigureComparison figure : result.verdict().figures()) {
      put(entries, figure.figure().path() + ".change", figure.outcome().evidence().change());
    }
    entries.put(FiguresXml.RESULTS, comparison.folder().toString());
    return entries;
  }

  static Map<String, String> of(MeasuredStudy study) {
    Map<String, String> entries = new LinkedHashMap<>();
    entries.put("study", study.result().name());
    entries.put("cells", Integer.toString(study.cells().size()));
    entries.put(FiguresXml.RESULTS, study.folder().toString());
    return entries;
  }

  private static void put(Map<String, String> entries, String name, double value) {
    boolean whole = value == Math.rint(value) && Math.abs(value) < 1e15;
    entries.put(name, whole ? Long.toString((long) value) : Double.toString(value));
  }
}
