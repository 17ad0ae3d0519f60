package io.brokerbench.experiment.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.core.recipe.Recipe;
import io.brokerbench.core.result.Calibration;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.experiment.gate.AbResult;
import io.brokerbench.experiment.gate.Baseline;
import io.brokerbench.experiment.gate.CompareResult;
import io.brokerbench.experiment.group.GroupsResult;
import io.brokerbench.experiment.history.HistoryResult;
import io.brokerbench.experiment.search.SearchResult;
import io.brokerbench.experiment.study.StudyResult;
import io.brokerbench.kit.KitResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The JSON Schemas and the reference pages that are committed are what the records, their Javadoc
 * and the catalogue of figures say. With the system property {@code brokerbench.documents.write},
 * it writes them.
 */
class DocumentsTest {

  private static final Path ROOT = Path.of("..");
  private static final Path DOCS = ROOT.resolve("docs");
  private static final Pattern GENERATED =
      Pattern.compile("(?s)(<!-- What follows is written by ./dev schemas, from .*? -->\n).*");

  /** Pages by their document. What an earlier one has too, a later one links. */
  private static final Map<Class<? extends Record>, String> PAGES = new LinkedHashMap<>();

  static {
    PAGES.put(RunResult.class, "result-schema.md");
    PAGES.put(Calibration.class, "calibration-schema.md");
    PAGES.put(SearchResult.class, "search-schema.md");
    PAGES.put(StudyResult.class, "study-schema.md");
    PAGES.put(AbResult.class, "ab-schema.md");
    PAGES.put(CompareResult.class, "ab-schema.md");
    PAGES.put(Baseline.class, "ab-schema.md");
    PAGES.put(GroupsResult.class, "groups-schema.md");
    PAGES.put(HistoryResult.class, "history-schema.md");
    PAGES.put(Recipe.class, "recipe-schema.md");
    PAGES.put(KitResult.class, "kit-schema.md");
  }

  static Stream<Arguments> files() throws IOException {
    RecordSchemas schemas = new RecordSchemas();
    SchemaPage writer = new SchemaPage();
    Map<Path, String> files = new LinkedHashMap<>();
    for (Map.Entry<Class<? extends Record>, String> entry : PAGES.entrySet()) {
      ObjectNode schema = schemas.of(entry.getKey());
      files.put(resource(entry.getKey(), schema), schema.toPrettyString() + "\n");
      Path page = DOCS.resolve(entry.getValue());
      files.putIfAbsent(page, byHand(page));
      files.merge(page, writer.of(schema, entry.getValue()), String::concat);
    }
    Path figures = DOCS.resolve("figures.md");
    files.put(figures, byHand(figures) + "\n" + FigureTable.text());
    return files.entrySet().stream().map(file -> arguments(file.getKey(), file.getValue()));
  }

  /** A page without its generated part. */
  private static String byHand(Path page) throws IOException {
    return GENERATED.matcher(Files.readString(page)).replaceFirst("$1");
  }

  /** {@code run-1.schema.json}, as a resource beside its record. */
  private static Path resource(Class<?> document, ObjectNode schema) {
    String name = schema.path("title").asText().replaceFirst("brokerbench\\.(\\w+)/", "$1-");
    String module = document.getPackageName().replaceAll("io\\.brokerbench\\.(\\w+).*", "$1");
    return ROOT.resolve(module)
        .resolve("src/main/resources")
        .resolve(document.getPackageName().replace('.', '/'))
        .resolve(name + ".schema.json");
  }

  @ParameterizedTest
  @MethodSource("files")
  void isWhatTheRecordsSay(Path file, String generated) throws IOException {
    if (Boolean.getBoolean("brokerbench.documents.write")) {
      Files.writeString(file, generated);
    }
    assertThat(file).as("If the change is intended, run ./dev schemas").hasContent(generated);
  }
}
