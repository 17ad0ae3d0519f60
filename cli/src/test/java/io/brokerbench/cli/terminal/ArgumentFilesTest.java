package io.brokerbench.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.brokerbench.core.base.DefinitionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArgumentFilesTest {

  @TempDir private Path folder;

  @Test
  void aFileStandsForItsWords() throws IOException {
    Path inner = Files.writeString(folder.resolve("inner"), "--rate 5");
    Path file =
        Files.writeString(
            folder.resolve("arguments"),
            "FANIN.Q0.SHARED # what is run\n--set 'a b=\"c\"' @" + inner + "\n--größe");
    assertThat(ArgumentFiles.expand("run", "@" + file, "--json"))
        .containsExactly(
            "run", "FANIN.Q0.SHARED", "--set", "a b=\"c\"", "--rate", "5", "--größe", "--json");
  }

  @Test
  void whatNamesNoFileStays() {
    assertThat(ArgumentFiles.expand("@", "@@name", "@" + folder + "/none", "a@b"))
        .containsExactly("@", "@name", "@" + folder + "/none", "a@b");
  }

  @Test
  void aFileThatHoldsItselfIsReadOnce() throws IOException {
    Path file = folder.resolve("itself");
    Files.writeString(file, "one @" + file + " two");
    assertThat(ArgumentFiles.expand("@" + file)).containsExactly("one", "two");
  }

  @Test
  void devicesFoldersAndLargeFilesAreRefused() throws IOException {
    assertThatThrownBy(() -> ArgumentFiles.expand("@" + folder))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("@" + folder + ": is a folder");
    Path large = Files.writeString(folder.resolve("large"), "a ".repeat(1 << 20));
    assertThatThrownBy(() -> ArgumentFiles.expand("@" + large))
        .hasMessage("@" + large + ": over 1 MiB");
    assumeTrue(Files.exists(Path.of("/dev/zero")), "there is no such device here");
    assertThatThrownBy(() -> ArgumentFiles.expand("run", "@/dev/zero"))
        .hasMessage("@/dev/zero: is a device");
  }
}
