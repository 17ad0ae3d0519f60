package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.cli.session.CommandContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the launch script of a checkout says before the first build. */
class LaunchScriptTest {

  @Test
  void itNamesEveryCommand() throws IOException {
    String script = Files.readString(Path.of("..", "brokerbench"));
    String help = script.substring(script.indexOf("<<'END'\n"), script.indexOf("\nEND\n"));

    CommandContext context = CommandContext.system();
    assertThat(
            Pattern.compile("(?m)^  ([a-z-]+)(?: |$)")
                .matcher(help)
                .results()
                .map((MatchResult match) -> match.group(1)))
        .containsExactlyInAnyOrderElementsOf(
            Main.commandLine(context, new RootCommand(context.terminal()))
                .getSubcommands()
                .keySet());
  }
}
