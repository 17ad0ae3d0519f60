package io.brokerbench.experiment.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What docs/gate.md says of the comparisons that {@code scripts/measure-gate} measured is what
 * their outcomes say.
 */
class CampaignTest {

  private static final Path PROJECT = Path.of("..");
  private static final Set<String> WORSE = Set.of("cpu", "capacity", "p99", "logging");

  /**
   * The first comparison of each part was kept before an outcome had its figures by their paths.
   */
  private static final int BEFORE_FIGURES = 1;

  /** A line of outcomes.tsv. */
  private record Comparison(
      String part, String answer, double rounds, double seconds, String figures) {

    static Comparison of(String line) {
      String[] values = line.split("\t", -1);
      return new Comparison(
          values[0],
          values[2],
          Double.parseDouble(values[3]),
          Double.parseDouble(values[4]),
          values[6]);
    }

    boolean isRight() {
      return answer.equals(WORSE.contains(part) ? "REGRESSED" : "PASS");
    }
  }

  private List<Comparison> all;
  private String page;

  @BeforeEach
  void read() throws IOException {
    try (Stream<String> lines = Files.lines(PROJECT.resolve("scripts/gate/outcomes.tsv"))) {
      all = lines.filter(line -> !line.startsWith("#")).map(Comparison::of).toList();
    }
    page = Files.readString(PROJECT.resolve("docs/gate.md"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"mosquitto", "artemis", "hivemq", "busy", "cpu", "capacity", "p99", "logging"})
  void eachRowOfTheTableIsThatOfItsOutcomes(String part) {
    List<Comparison> some = of(part);
    Map<String, Long> answers =
        some.stream()
            .collect(
                Collectors.groupingBy(Comparison::answer, TreeMap::new, Collectors.counting()));
    String inWords =
        answers.entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
            .map(entry -> entry.getValue() + " " + entry.getKey())
            .collect(Collectors.joining(", "));
    assertThat(page)
        .contains(
            String.format(
                Locale.ROOT,
                "| `%s` | %d of %d | %s | %s | %.1f |",
                part,
                some.size(),
                WORSE.contains(part) ? 10 : 8,
                inWords,
                Double.toString(median(some, Comparison::rounds)).replaceFirst("\\.0$", ""),
                median(some, Comparison::seconds) / 60));
  }

  @Test
  void theSentenceAboveTheTableIsThatOfAllOutcomes() {
    assertThat(all).allMatch(c -> c.isRight() || c.answer().equals("INCONCLUSIVE"));
    assertThat(page)
        .contains(
            String.format(
                Locale.ROOT,
                "%d of %d comparisons had the right answer, and four of equal brokers had none,"
                    + " after %.1f min in the median and %.1f min at most",
                all.stream().filter(Comparison::isRight).count(),
                all.size(),
                median(all, Comparison::seconds) / 60,
                all.stream().mapToDouble(Comparison::seconds).max().orElseThrow() / 60));
    assertThat(all).filteredOn(c -> !c.isRight() && !WORSE.contains(c.part())).hasSize(4);
  }

  @ParameterizedTest
  @CsvSource({
    "cpu,      broker.cpuPerMessage, 1",
    "capacity, throughput.capacity,  1",
    "p99,      latency.tail.p50,     1",
    "logging,  broker.cpuPerMessage, 0",
    "logging,  throughput.capacity,  0"
  })
  void theRangeOfWhatWasFoundIsThatOfItsOutcomes(String part, String figure, int digits) {
    Pattern found = Pattern.compile(Pattern.quote(figure) + ":R(-?[0-9.]+)%");
    double[] changes =
        of(part).stream()
            .flatMap(c -> found.matcher(c.figures()).results())
            .mapToDouble(match -> Double.parseDouble(match.group(1)))
            .map(Math::abs)
            .sorted()
            .toArray();
    String sign = figure.equals("throughput.capacity") ? "-" : "+";
    String number = sign + "%." + digits + "f %%";
    assertThat(changes).hasSize(of(part).size() - BEFORE_FIGURES);
    assertThat(page.lines().filter(line -> line.startsWith("| `" + part + "` | 10 of 10")))
        .singleElement()
        .asString()
        .contains(
            String.format(
                Locale.ROOT, number + " to " + number, changes[0], changes[changes.length - 1]));
  }

  private List<Comparison> of(String part) {
    return all.stream().filter(c -> c.part().equals(part)).toList();
  }

  private static double median(List<Comparison> some, ToDoubleFunction<Comparison> value) {
    double[] sorted = some.stream().mapToDouble(value).sorted().toArray();
    return Arrays.stream(sorted, (sorted.length - 1) / 2, sorted.length / 2 + 1)
        .average()
        .orElse(0);
  }
}
