package io.brokerbench.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Deviation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The tables of docs/brokers.md are what the stored results of the kit say. With the system
 * property {@code brokerbench.documents.write}, they are written.
 */
class KitTableTest {

  private static final Path DOCS = Path.of("..", "docs");
  private static final Path PAGE = DOCS.resolve("brokers.md");
  private static final Pattern GENERATED =
      Pattern.compile(
          "(?s)(<!-- What follows is written by ./dev schemas, from docs/kit. -->\n).*?"
              + "(<!-- Here it ends. -->\n)");

  /** Brokers that are started alike, which share a table. */
  private record Kind(String title, List<String> selectors) {

    boolean has(KitResult result) {
      return selectors.stream().anyMatch(result.selector()::startsWith);
    }
  }

  private static final List<Kind> KINDS =
      List.of(
          new Kind("In processes of this machine:", List.of("embedded:", "process:", "null")),
          new Kind("In containers:", List.of("container:")),
          new Kind("By the recipes that ship with the tool:", List.of("recipe:")));

  /** What scripts/build-images calls the images that it builds. */
  private static final String BUILT = "brokerbench/";

  private static List<KitResult> results() throws IOException {
    try (Stream<Path> files = Files.list(DOCS.resolve("kit"))) {
      return files.sorted().map(KitResult.CODEC::read).toList();
    }
  }

  private static String tables() throws IOException {
    List<KitResult> results = results();
    StringBuilder tables = new StringBuilder("\n");
    for (Kind kind : KINDS) {
      List<KitResult> alike = results.stream().filter(kind::has).toList();
      tables.append(kind.title()).append("\n\n");
      tables.append(aboutImages(alike)).append(table(alike)).append('\n');
    }
    return tables.toString();
  }

  private static String aboutImages(List<KitResult> results) {
    List<KitResult> inContainers = results.stream().filter(r -> r.image().isPresent()).toList();
    if (inContainers.isEmpty()) {
      return "";
    }
    String published =
        inContainers.stream()
            .filter(result -> !result.image().get().startsWith(BUILT))
            .map(KitResult::product)
            .collect(Collectors.joining(", "));
    return "`scripts/build-images` builds the images `%s...`, of packages of Debian and Maven artifacts. "
            .formatted(BUILT)
        + (published.isEmpty()
            ? "No image that a product publishes has been checked.\n\n"
            : "Published images have been checked of %s.\n\n".formatted(published));
  }

  private static String table(List<KitResult> results) {
    StringBuilder table = new StringBuilder();
    row(table, "", results, KitResult::product);
    row(table, "---", results, result -> "---");
    row(table, "selector", results, result -> "`" + result.selector() + "`");
    if (results.stream().anyMatch(result -> result.image().isPresent())) {
      row(table, "image", results, result -> "`" + result.image().orElse("none") + "`");
    }
    row(table, "version", results, KitResult::version);
    row(table, "checked on", results, r -> r.checkedAt().toString().substring(0, 10));
    row(
        table,
        "checks that hold",
        results,
        result ->
            "%d of %d"
                .formatted(
                    result.rows().stream().filter(KitRow::holds).count(), result.rows().size()));
    row(table, "excused", results, KitTableTest::excused);
    Arrays.stream(Capability.values())
        .filter(capability -> results.stream().anyMatch(r -> r.claimed().contains(capability)))
        .forEach(
            capability ->
                row(table, capability.title(), results, result -> cell(result, capability)));
    return table.toString();
  }

  private static String excused(KitResult result) {
    return result.deviations().isEmpty()
        ? "nothing"
        : result.deviations().stream().map(Deviation::words).collect(Collectors.joining("; "));
  }

  private static String cell(KitResult result, Capability capability) {
    if (!result.claimed().contains(capability)) {
      return "not claimed";
    }
    return result.broken().contains(capability) ? "no" : "yes";
  }

  private static void row(
      StringBuilder table,
      String label,
      List<KitResult> results,
      Function<KitResult, String> cell) {
    List<String> all = new ArrayList<>(List.of(label));
    results.stream().map(cell).forEach(all::add);
    String row = "| " + String.join(" | ", all) + " |";
    table.append(label.equals("---") ? row.replace(" ", "") : row).append('\n');
  }

  @Test
  void isWhatTheStoredResultsSay() throws IOException {
    String page = Files.readString(PAGE);
    Matcher part = GENERATED.matcher(page);
    assertThat(part.find()).isTrue();
    String whole =
        part.replaceFirst(Matcher.quoteReplacement(part.group(1) + tables() + part.group(2)));
    if (Boolean.getBoolean("brokerbench.documents.write")) {
      Files.writeString(PAGE, whole);
    }
    assertThat(PAGE).as("If the change is intended, run ./dev schemas").content().isEqualTo(whole);
  }

  /** A selector alone does not say which image it was. */
  @Test
  void eachStoredResultOfAContainerNamesItsImage() throws IOException {
    assertThat(results())
        .filteredOn(result -> result.selector().startsWith("container:"))
        .isNotEmpty()
        .allSatisfy(result -> assertThat(result.image()).as(result.selector()).isPresent());
  }

  /** What is stored was seen: a claim that does not hold has no place in a recipe. */
  @Test
  void eachStoredResultHolds() throws IOException {
    assertThat(results())
        .allSatisfy(result -> assertThat(result.broken()).as(result.selector()).isEmpty());
  }
}
