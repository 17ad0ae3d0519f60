package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.cli.help.GroupedOptions;
import io.brokerbench.cli.session.CommandContext;
import io.brokerbench.cli.terminal.ExitCode;
import io.brokerbench.cli.terminal.Terminal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The help of commands: groups, short forms, placeholders. */
class HelpTest {

  @TempDir Path folder;
  private Session session;

  @BeforeEach
  void start() {
    session = new Session(folder);
  }

  @Test
  void helpOfACommandIsWhatTheCommandShowsItself() {
    assertThat(session.run("help", "run")).isZero();
    Session asked = new Session(folder);
    asked.run("run", "--help");

    assertThat(session.out()).startsWith("Usage: brokerbench run ").isEqualTo(asked.out());
    assertThat(session.err()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 72, 80, 100, 200})
  void helpFitsTheTerminal(int columns) {
    session.withColumns(columns).run("help", "run");
    assertThat(session.out().lines())
        .filteredOn(line -> !line.startsWith("  brokerbench ")) // an example is not broken
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(Math.min(columns, 100)));
  }

  @Test
  void addressesAreNotBrokenWhereTheyFit() {
    assertThat(session.run("help", "run")).isZero();

    assertThat(session.out())
        .contains("http://127.0.0.1:PORT/metrics", "http://127.0.0.1:4318/v1/metrics")
        .contains("jms:FILE.yaml")
        .doesNotContain("\ufeff");
  }

  @Test
  void helpAloneIsThatOfTheTool() {
    assertThat(session.run("help")).isZero();

    assertThat(session.out()).startsWith("Usage: brokerbench [").contains("\nCommands:\n  run ");
  }

  @Test
  void helpReachesTheCommandsOfACommand() {
    assertThat(session.run("help", "baseline", "save")).isZero();

    assertThat(session.out()).startsWith("Usage: brokerbench baseline save ");
  }

  @Test
  void helpOfNoCommandOffersTheNearest() {
    assertThat(session.run("help", "rum")).isEqualTo(ExitCode.BAD_USAGE);

    assertThat(session.err()).isEqualTo("brokerbench: no command rum; did you mean run?\n");
  }

  @Test
  void theMostUsedOptionsComeFirstAndThoseWithAShortFormBeforeTheOthers() {
    session.run("help", "run");

    assertThat(session.out())
        .containsSubsequence(
            "\nMost used:\n  -b, --broker=BROKER",
            "\n  -r, --rate=RATE",
            "\n  -o, --out=DIR",
            "\n      --fail-if=THRESHOLD",
            "\nLoad:\n",
            "\nClients and their connections:\n",
            "\nLoad generator:\n",
            "\nResults and progress:\n",
            "\nGeneral:\n  -h, --help");
  }

  @Test
  void aShortHelpHasOneList() {
    session.run("help", "list");

    assertThat(session.out()).contains("\nOptions:\n  -h, --help").doesNotContain("General:");
  }

  /** Whoever adds an option decides where the help shows it. */
  @Test
  void everyOptionOfALongHelpDeclaresItsGroup() {
    List<String> undeclared =
        commands()
            .filter(command -> GroupedOptions.isGrouped(command.getCommandSpec()))
            .flatMap(command -> command.getCommandSpec().options().stream())
            .filter(option -> GroupedOptions.of(option).isEmpty())
            .map(OptionSpec::longestName)
            .toList();

    assertThat(undeclared).isEmpty();
  }

  @Test
  void aShortFormMeansTheSameInEveryCommand() {
    Map<String, List<String>> meanings = new TreeMap<>();
    commands()
        .flatMap(command -> command.getCommandSpec().options().stream())
        .forEach(
            option -> {
              String letter = option.shortestName();
              if (!letter.startsWith("--")) {
                meanings.computeIfAbsent(letter, key -> new ArrayList<>());
                if (!meanings.get(letter).contains(option.longestName())) {
                  meanings.get(letter).add(option.longestName());
                }
              }
            });

    assertThat(meanings)
        .containsEntry("-r", List.of("--rate"))
        .containsEntry("-d", List.of("--duration"))
        .containsEntry("-n", List.of("--publishers"))
        .containsEntry("-o", List.of("--out"));
    assertThat(meanings.get("-b")).containsExactlyInAnyOrder("--broker", "--brokers");
    assertThat(meanings).hasSizeLessThan(12);
  }

  @Test
  void placeholdersSayWhatTheyAre() {
    List<String> unclear =
        commands()
            .flatMap(command -> command.getCommandSpec().options().stream())
            .filter(option -> option.arity().max() > 0)
            .filter(option -> option.paramLabel().matches("<.*>|[A-MO-Z]"))
            .map(OptionSpec::longestName)
            .toList();

    assertThat(unclear).isEmpty();
  }

  private static Stream<CommandLine> commands() {
    CommandLine root =
        Main.commandLine(CommandContext.system(), new RootCommand(Terminal.system()));
    return root.getSubcommands().values().stream()
        .flatMap(
            command ->
                Stream.concat(Stream.of(command), command.getSubcommands().values().stream()));
  }
}
