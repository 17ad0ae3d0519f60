package io.brokerbench.report.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Json;
import io.brokerbench.core.base.JsonProblem;
import io.brokerbench.core.base.TextFile;
import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.core.figure.Unit;
import io.brokerbench.core.result.Calibration;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.experiment.gate.AbResult;
import io.brokerbench.experiment.group.GroupsResult;
import io.brokerbench.experiment.search.SearchResult;
import io.brokerbench.experiment.study.StudyResult;
import io.brokerbench.report.page.OverviewPage.Listing;
import io.brokerbench.report.text.CalibrationReport;
import io.brokerbench.report.text.FigureText;
import io.brokerbench.report.text.ResultSentences;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/** Reads the document of a result's folder, whatever its kind is. */
final class ResultDocuments {

  /** A result that was read. */
  interface Document {

    /** Its page. */
    String html(PageContext pageContext);

    /**
     * Its line in an overview.
     *
     * @param folder where it is, relative to the overview
     */
    Listing entry(Path folder);

    /** The thresholds of a run; none of other results, which have those of their runs. */
    default List<ThresholdCheck> thresholds() {
      return List.of();
    }
  }

  private ResultDocuments() {}

  /**
   * Reads it.
   *
   * @throws DefinitionException if it cannot be read; the message names the file
   */
  static Document read(Path folder) throws IOException {
    Path run = folder.resolve(RunResult.DOCUMENT);
    if (Files.isRegularFile(run)) {
      return run(RunResult.CODEC.read(run));
    }
    Path search = folder.resolve(SearchResult.DOCUMENT);
    if (Files.isRegularFile(search)) {
      return search(read(search, SearchResult.CODEC::read));
    }
    Path ab = folder.resolve(AbResult.DOCUMENT);
    if (Files.isRegularFile(ab)) {
      return ab(read(ab, AbResult.CODEC::read));
    }
    Path calibration = folder.resolve(Calibration.DOCUMENT);
    if (Files.isRegularFile(calibration)) {
      return calibration(read(calibration, Calibration.CODEC::read));
    }
    Path groups = folder.resolve(GroupsResult.DOCUMENT);
    if (Files.isRegularFile(groups)) {
      return new GroupsPage(read(groups, GroupsResult.CODEC::read));
    }
    return new StudyPage(read(folder.resolve(StudyResult.DOCUMENT), StudyResult.CODEC::read));
  }

  /**
   * Reads the document of a run or a search, by whatever name.
   *
   * @throws DefinitionException if it cannot be read; the message names the file
   */
  static Document readRun(Path file) throws IOException {
    String schema = schema(file);
    return schema.equals(SearchResult.SCHEMA)
        ? search(read(file, SearchResult.CODEC::read))
        : run(RunResult.CODEC.read(file));
  }

  private static String schema(Path file) throws IOException {
    try {
      return Json.mapper().readTree(TextFile.readResult(file)).path("schema").asText();
    } catch (JsonProcessingException e) {
      throw new DefinitionException(file + ": not JSON: " + JsonProblem.of(e), e);
    }
  }

  private static <T> T read(Path file, Function<String, T> codec) throws IOException {
    String json = TextFile.readResult(file);
    try {
      return codec.apply(json);
    } catch (DefinitionException e) {
      throw new DefinitionException(file + ": " + e.getMessage(), e);
    }
  }

  private static Document run(RunResult result) {
    return new Document() {
      @Override
      public String html(PageContext pageContext) {
        return HtmlReport.of(result, pageContext);
      }

      @Override
      public Listing entry(Path folder) {
        boolean connects = result.scenario().connectsOnly();
        FigureText figures = new FigureText(result);
        return new Listing(
            folder.toString(),
            new Listing.Subject(
                result.startedAt(), result.scenario().name(), result.broker().title()),
            ResultSentences.word(result),
            figures.fill(
                connects ? "{connections.perSecond} connected" : "{throughput.received} received"),
            result.latency().find(connects ? LatencyKind.CONNECT : LatencyKind.END_TO_END),
            figures.value("broker.cpu"),
            doubt(result));
      }

      @Override
      public List<ThresholdCheck> thresholds() {
        return ThresholdCheck.of(result);
      }
    };
  }

  /** Why the figures of a run do not count; empty where they do. */
  private static String doubt(RunResult result) {
    if (!PageBlocks.counts(result.verdict())) {
      return ResultSentences.verdict(result);
    }
    return result.verdict().complete() ? "" : ResultSentences.incomplete(result);
  }

  private static Document search(SearchResult result) {
    return new Document() {
      @Override
      public String html(PageContext pageContext) {
        return HtmlReport.of(result, pageContext);
      }

      @Override
      public Listing entry(Path folder) {
        String found =
            result.sustainablePerSecond().isPresent()
                ? (result.conclusive() ? "" : "at least ")
                    + Unit.PER_SECOND.text(result.sustainablePerSecond().getAsDouble())
                    + (result.notConfirmed().isEmpty() ? " sustained" : " kept, not confirmed")
                : "nothing sustained";
        return Listing.of(
            folder,
            new Listing.Subject(
                result.startedAt(), result.scenario().name() + ", search", result.broker().title()),
            "limited by " + result.limitedBy(),
            found);
      }
    };
  }

  private static Document ab(AbResult result) {
    return new Document() {
      @Override
      public String html(PageContext pageContext) {
        return HtmlReport.of(result, pageContext);
      }

      @Override
      public Listing entry(Path folder) {
        return Listing.of(
            folder,
            new Listing.Subject(
                result.startedAt(), result.name() + ", comparison", result.candidate().title()),
            result.verdict().decision().name(),
            ResultSentences.answer(result.verdict()));
      }
    };
  }

  private static Document calibration(Calibration result) {
    return new Document() {
      @Override
      public String html(PageContext pageContext) {
        return HtmlReport.of(result, pageContext);
      }

      @Override
      public Listing entry(Path folder) {
        return Listing.of(
            folder,
            new Listing.Subject(result.calibratedAt(), "calibration", result.driver()),
            "CALIBRATED",
            CalibrationReport.answer(result));
      }
    };
  }
}
