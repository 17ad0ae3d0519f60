package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.cli.session.CommandContext;
import io.brokerbench.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * No option is lost: docs/options.md has all of them. With the system property {@code
 * brokerbench.documents.write}, it is written.
 */
class OptionsTest {

  private static final Path PAGE = Path.of("..", "docs", "options.md");

  private static final String HEAD =
      """
      # All commands and options

      What `brokerbench help COMMAND` prints, in one place. [The command line](command-line.md) says how values are written, where else options may be
      set, and which are used most. `./dev schemas` writes this page.

      """;

  /** One meaning of an option, which the commands that share it have in the same words. */
  private record Row(String option, String meaning) {

    static Row of(OptionSpec option) {
      return new Row(names(option), words(option));
    }

    /** In the order of what a reader looks for: the long name. */
    String key() {
      return option.substring(option.lastIndexOf("--"));
    }
  }

  private static String names(OptionSpec option) {
    String names =
        Stream.of(option.names())
            .sorted(Comparator.comparingInt(String::length))
            .collect(Collectors.joining(", "));
    if (option.arity().max() == 0) {
      return names;
    }
    String value = option.paramLabel();
    return option.arity().min() == 0 ? names + "[=" + value + "]" : names + " " + value;
  }

  private static String words(ArgSpec argument) {
    return cell(String.join(" ", argument.description()));
  }

  private static String code(String text) {
    return "`" + text.replace("|", "\\|") + "`";
  }

  private static String cell(String text) {
    return text.replace("%n", " ")
        .replaceAll("\\s+", " ")
        .replace("|", "\\|")
        .replace("<", "&lt;")
        .strip();
  }

  /** All commands but the hidden ones, by their full names without the program's. */
  private static Map<String, CommandSpec> commands() {
    Map<String, CommandSpec> all = new TreeMap<>();
    collect(Main.commandLine(CommandContext.system(), new RootCommand(Terminal.system())), "", all);
    return all;
  }

  private static void collect(CommandLine command, String name, Map<String, CommandSpec> all) {
    if (command.getCommandSpec().usageMessage().hidden()) {
      return;
    }
    all.put(name, command.getCommandSpec());
    command.getSubcommands().forEach((sub, line) -> collect(line, (name + " " + sub).strip(), all));
  }

  private static String page() {
    Map<String, CommandSpec> commands = commands();
    StringBuilder page = new StringBuilder(HEAD);
    page.append("## Commands\n\n| command | arguments | what it does |\n|---|---|---|\n");
    commands.forEach(
        (name, spec) -> {
          if (!name.isEmpty()) {
            row(
                page,
                code(name),
                arguments(spec),
                cell(String.join(" ", spec.usageMessage().description())));
          }
        });
    page.append("\n## Exit codes\n\n| command | code | when |\n|---|---|---|\n");
    commands.forEach((name, spec) -> exitCodes(page, name, spec));
    page.append("\n## Options\n\n| option | meaning | of |\n|---|---|---|\n");
    Map<Row, List<String>> options =
        new TreeMap<>(
            Comparator.comparing(Row::key).thenComparing(Row::option).thenComparing(Row::meaning));
    commands.forEach(
        (name, spec) ->
            spec.options()
                .forEach(
                    option ->
                        options.computeIfAbsent(Row.of(option), r -> new ArrayList<>()).add(name)));
    options.forEach(
        (row, of) -> row(page, code(row.option()), row.meaning(), owners(of, commands)));
    return page.toString();
  }

  /** Those of the program hold for each command that has none of its own. */
  private static void exitCodes(StringBuilder page, String name, CommandSpec spec) {
    spec.usageMessage()
        .exitCodeList()
        .forEach(
            (code, when) -> row(page, name.isEmpty() ? "any other" : code(name), code, cell(when)));
  }

  private static String arguments(CommandSpec spec) {
    return spec.positionalParameters().stream()
        .map(each -> code(each.paramLabel()) + ": " + words(each))
        .collect(Collectors.joining("<br>"));
  }

  private static String owners(List<String> of, Map<String, CommandSpec> commands) {
    if (of.size() >= commands.size() - 1) {
      return "all";
    }
    return of.stream()
        .map(name -> code(name.isEmpty() ? "brokerbench" : name))
        .collect(Collectors.joining(", "));
  }

  private static void row(StringBuilder page, String... cells) {
    page.append(Stream.of(cells).collect(Collectors.joining(" | ", "| ", " |"))).append('\n');
  }

  @Test
  void thePageHasEveryOptionOfEveryCommand() throws IOException {
    if (Boolean.getBoolean("brokerbench.documents.write")) {
      Files.writeString(PAGE, page());
    }
    assertThat(PAGE).as("If the change is intended, run ./dev schemas").content().isEqualTo(page());
  }
}
