package io.brokerbench.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.broker.Capability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The table of docs/brokers.md is what the stored results of the kit say. With the system property
 * {@code brokerbench.documents.write}, it is written.
 */
class KitTableTest {

  private static final Path DOCS = Path.of("..", "docs");
  private static final Path PAGE = DOCS.resolve("brokers.md");
  private static final Pattern GENERATED =
      Pattern.compile(
          "(?s)(<!-- What follows is written by ./dev schemas, from docs/kit. -->\n).*?"
              + "(<!-- Here it ends. -->\n)");

  private static List<KitResult> results() throws IOException {
    try (Stream<Path> files = Files.list(DOCS.resolve("kit"))) {
      return files.sorted().map(KitResult.CODEC::read).toList();
    }
  }

  private static String table() throws IOException {
    List<KitResult> results = results();
    StringBuilder table = new StringBuilder("\n");
    row(table, "", results.stream().map(KitResult::product).toList());
    row(table, "---", results.stream().map(result -> "---").toList());
    row(table, "selector", results.stream().map(result -> "`" + result.selector() + "`").toList());
    row(table, "version", results.stream().map(KitResult::version).toList());
    row(
        table,
        "checked on",
        results.stream().map(result -> result.checkedAt().toString().substring(0, 10)).toList());
    row(
        table,
        "checks that hold",
        results.stream()
            .map(
                result ->
                    "%d of %d"
                        .formatted(
                            result.rows().stream().filter(KitRow::holds).count(),
                            result.rows().size()))
            .toList());
    for (Capability capability : Capability.values()) {
      row(
          table,
          capability.title(),
          results.stream().map(result -> cell(result, capability)).toList());
    }
    return table.append('\n').toString();
  }

  private static String cell(KitResult result, Capability capability) {
    if (!result.claimed().contains(capability)) {
      return "not claimed";
    }
    return result.broken().contains(capability) ? "no" : "yes";
  }

  private static void row(StringBuilder table, String label, List<String> cells) {
    List<String> all = new ArrayList<>(List.of(label));
    all.addAll(cells);
    String row = "| " + String.join(" | ", all) + " |";
    table.append(label.equals("---") ? row.replace(" ", "") : row).append('\n');
  }

  @Test
  void isWhatTheStoredResultsSay() throws IOException {
    String page = Files.readString(PAGE);
    Matcher part = GENERATED.matcher(page);
    assertThat(part.find()).isTrue();
    String whole =
        part.replaceFirst(Matcher.quoteReplacement(part.group(1) + table() + part.group(2)));
    if (Boolean.getBoolean("brokerbench.documents.write")) {
      Files.writeString(PAGE, whole);
    }
    assertThat(PAGE).as("If the change is intended, run ./dev schemas").content().isEqualTo(whole);
  }

  /** What is stored was seen: a claim that does not hold has no place in a recipe. */
  @Test
  void eachStoredResultHolds() throws IOException {
    assertThat(results())
        .allSatisfy(result -> assertThat(result.broken()).as(result.selector()).isEmpty());
  }
}
