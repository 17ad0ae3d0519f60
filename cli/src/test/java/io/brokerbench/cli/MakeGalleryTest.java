package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code scripts/make-gallery} keeps of studies that take more than one call. */
class MakeGalleryTest {

  private static final List<String> TOOLS =
      List.of(
          "awk",
          "bash",
          "basename",
          "cat",
          "cp",
          "cut",
          "date",
          "dirname",
          "du",
          "env",
          "find",
          "grep",
          "head",
          "jq",
          "mkdir",
          "mv",
          "paste",
          "realpath",
          "rm",
          "sed",
          "sleep",
          "sort",
          "tail",
          "timeout",
          "tr",
          "uniq");

  private static final String STUDY =
      """
      {"name": "EMBEDDED.HEAP", "complete": %s, "again": "/a/brokerbench study EMBEDDED.HEAP --plain --out /elsewhere",
      "cells": [{"folder": "cells/steps-1", "plan": "a b", "reason": "the broker ended (log: /elsewhere/broker.log)"}],
      "environment": {"cpuModel": "a processor", "cores": 2, "memoryBytes": 8e9, "os": "Linux"}}
      """;

  @TempDir private Path folder;

  private Path target;

  /** A program that keeps which cells it finds, and reports what the test says. */
  @BeforeEach
  void write() throws IOException {
    target = folder.resolve("gallery");
    Path home = Files.createDirectories(folder.resolve("home/scripts")).getParent();
    Files.copy(
        ActionTest.PROJECT.resolve("scripts/make-gallery"), home.resolve("scripts/make-gallery"));
    program(
        home.resolve("brokerbench"),
        """
        [ "$1" = study ] || exit 0
        [ ! -f "%1$s/refused" ] || { echo 'brokerbench: another machine' >&2 && exit 2; }
        folder=${*: -1}/study-$2
        mkdir -p "$folder"
        cat "$folder"/cells/*/cell.json >"%1$s/found" 2>/dev/null
        cat "$folder/devices.txt" >>"%1$s/found" 2>/dev/null
        cp "%1$s/study.json" "$folder"
        echo 4194 >"$folder/devices.txt"
        printf '# A study\\n\\n\\n## Memory\\n' >"$folder/tables.md"
        """
            .formatted(folder));
    Path bin = Files.createDirectory(folder.resolve("bin"));
    program(bin.resolve("git"), "echo 1234567");
    for (String tool : TOOLS) {
      Path found = found(tool);
      assumeThat(found).as(tool).isNotNull();
      Files.createSymbolicLink(bin.resolve(tool), found);
    }
  }

  /** On another machine, whose state has nothing of it. */
  @Test
  void aStudyThatIsNotCompleteGoesOnFromTheGallery() throws Exception {
    Files.writeString(folder.resolve("study.json"), STUDY.formatted(false));
    assertThat(make("state-1")).contains("not complete", "nothing is complete yet");
    assertThat(documents())
        .containsExactly("full-HEAP.devices.txt", "full-HEAP.json", "full-HEAP.made.txt");
    assertThat(folder.resolve("found")).isEmptyFile();

    Files.writeString(folder.resolve("study.json"), STUDY.formatted(true));
    make("state-2");

    assertThat(folder.resolve("found"))
        .hasContent(
            "{\"folder\":\"cells/steps-1\",\"plan\":\"a b\",\"reason\":\"the broker ended\"}\n"
                + "4194");
    assertThat(documents()).containsExactly("full-HEAP.json");
    assertThat(target.resolve("documents/full-HEAP.json"))
        .content()
        .contains("\"./brokerbench study EMBEDDED.HEAP\"")
        .doesNotContain("elsewhere");
    assertThat(target.resolve("full-HEAP.md"))
        .content()
        .contains("# EMBEDDED.HEAP at its full size\n", "a processor, 2 cores, 8 GB", "\n## Memory")
        .containsPattern("Commit 1234567, [-0-9]+ ")
        .doesNotContain("\n\n\n");
  }

  /** Its page and its document are of one measurement until the next one is complete. */
  @Test
  void aStudyThatIsCompleteInTheGalleryBeginsAgainWithAnotherState() throws Exception {
    Files.writeString(folder.resolve("study.json"), STUDY.formatted(true));
    make("state-1");
    Files.writeString(folder.resolve("study.json"), STUDY.formatted(false));
    make("state-2");

    assertThat(folder.resolve("found")).isEmptyFile();
    assertThat(documents()).containsExactly("full-HEAP.json");
    assertThat(target.resolve("documents/full-HEAP.json")).content().contains("\"complete\":true");
  }

  /** On another machine it is refused, until the user says that it shall begin again. */
  @Test
  void aStudyThatCannotGoOnFromTheGalleryIsRefusedAndLeavesNothing() throws Exception {
    Files.writeString(folder.resolve("study.json"), STUDY.formatted(false));
    make("state-1");
    Files.createFile(folder.resolve("refused"));
    Path document = target.resolve("documents/full-HEAP.json");

    assertThat(make("state-2"))
        .isEqualToIgnoringNewLines(
            "full-HEAP: brokerbench: another machine\nTo begin it again here, remove " + document);
    assertThat(folder.resolve("state-2")).isEmptyDirectory();
    assertThat(document).exists();
  }

  @Test
  void aNameThatNoCellHasIsRefused() throws Exception {
    assertThat(make("state", "full-HAEP"))
        .isEqualToIgnoringNewLines("make-gallery: no cell has one of these in its name: full-HAEP");
    assertThat(target).doesNotExist();
  }

  @Test
  void pagesOfStudiesThatWereMeasuredElsewhereStayAndAreInTheIndex() throws Exception {
    Files.createDirectories(target);
    Files.writeString(target.resolve("full-QOS.md"), "measured elsewhere\n");
    Files.writeString(folder.resolve("study.json"), STUDY.formatted(true));

    make("state");

    assertThat(target.resolve("full-QOS.md")).hasContent("measured elsewhere");
    assertThat(target.resolve("full-size.md"))
        .content()
        .containsSubsequence(
            "| [EMBEDDED.HEAP at its full size](full-HEAP.md) | ",
            "| [EMBEDDED.QOS at its full size](full-QOS.md) | ")
        .doesNotContain("STORED");
  }

  private List<String> documents() throws IOException {
    try (Stream<Path> files = Files.list(target.resolve("documents"))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private String make(String state) throws Exception {
    return make(state, "full-HEAP");
  }

  /** Measures what has this in its name, and returns what the script printed. */
  private String make(String state, String name) throws Exception {
    File console = folder.resolve("console").toFile();
    ProcessBuilder builder =
        new ProcessBuilder(folder.resolve("home/scripts/make-gallery").toString(), name)
            .redirectErrorStream(true)
            .redirectOutput(console);
    builder.environment().put("PATH", folder.resolve("bin").toString());
    builder.environment().put("STATE", folder.resolve(state).toString());
    builder.environment().put("TARGET", target.toString());
    Process script = builder.start();
    try {
      assertThat(script.waitFor(30, TimeUnit.SECONDS)).isTrue();
      return Files.readString(console.toPath());
    } finally {
      script.descendants().forEach(ProcessHandle::destroyForcibly);
      script.destroyForcibly();
    }
  }

  private static void program(Path file, String lines) throws IOException {
    Files.writeString(file, "#!/usr/bin/env bash\n" + lines + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private static Path found(String tool) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .map(path -> Path.of(path, tool))
        .filter(Files::isExecutable)
        .findFirst()
        .orElse(null);
  }
}
