package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.cli.session.CommandContext;
import io.brokerbench.cli.terminal.Terminal;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** No option is lost: {@code options.txt} has all of them. Whoever adds one adds a line. */
class OptionsTest {

  @Test
  void everyCommandHasItsOptions() throws Exception {
    CommandLine commands =
        Main.commandLine(CommandContext.system(), new RootCommand(Terminal.system()));
    try (var listed = OptionsTest.class.getResourceAsStream("options.txt")) {
      assertThat(String.join("\n", lines(commands, "brokerbench").toList()) + "\n")
          .isEqualTo(new String(listed.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private static Stream<String> lines(CommandLine command, String name) {
    return Stream.concat(
        command.getCommandSpec().options().stream()
            .map(option -> name + " " + text(option))
            .sorted(),
        command.getSubcommands().entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .flatMap(sub -> lines(sub.getValue(), name + " " + sub.getKey())));
  }

  private static String text(OptionSpec option) {
    String names = String.join(", ", option.names());
    return option.arity().max() == 0 ? names : names + " " + option.paramLabel();
  }
}
