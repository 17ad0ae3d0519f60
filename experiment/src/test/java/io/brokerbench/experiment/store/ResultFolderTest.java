package io.brokerbench.experiment.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.brokerbench.core.definition.ScenarioCodec;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.RunResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultFolderTest {

  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-11-21T10:02:11Z"), ZoneOffset.UTC);

  private final RunResult result = new ExampleResult().build();

  @TempDir Path out;

  @Test
  void itHoldsEveryFileAndNoOther() throws Exception {
    ResultFolder folder = create();
    folder.write(result);

    assertThat(folder.path().getFileName())
        .hasToString("2026-11-21T100211-FANIN.Q0.SHARED-artemis");
    assertThat(folder.path())
        .isDirectoryContaining("glob:**result.json")
        .isDirectoryContaining("glob:**timeline.csv")
        .isDirectoryContaining("glob:**latency.hlog")
        .isDirectoryContaining("glob:**scenario.yaml")
        .isDirectoryNotContaining("glob:**.part");
    assertThat(RunResult.CODEC.read(folder.path().resolve("result.json"))).isEqualTo(result);
    assertThat(ScenarioCodec.read(folder.path().resolve("scenario.yaml")))
        .isEqualTo(result.scenario());
  }

  @Test
  void twoRunsOfOneSecondHaveFoldersOfTheirOwn() throws Exception {
    assertThat(create().path()).isNotEqualTo(create().path());
    assertThat(create().path().getFileName().toString()).endsWith("-artemis-3");
  }

  @Test
  void namesThatNoFileSystemLikesAreTamed() throws Exception {
    ResultFolder folder = ResultFolder.create(out, CLOCK, "a/b c", "host:1883");

    assertThat(folder.path().getFileName()).hasToString("2026-11-21T100211-a_b_c-host_1883");
  }

  @Test
  void anEmptyFolderIsRemovedAndAFullOneStays() throws Exception {
    ResultFolder empty = create();
    ResultFolder full = create();
    Files.writeString(full.path().resolve(ResultFolder.BROKER_LOG), "says something");

    empty.removeIfEmpty();
    full.removeIfEmpty();

    assertThat(empty.path()).doesNotExist();
    assertThat(full.path()).exists();
  }

  @Test
  void aFileInThePlaceOfTheFolderIsSaidBeforeTheRun() throws Exception {
    Path file = Files.writeString(out.resolve("taken"), "");

    assertThatThrownBy(() -> ResultFolder.create(file, CLOCK, "S", "b"))
        .isInstanceOf(ResultFolderException.class)
        .hasMessage("cannot create the results folder " + file + ": " + file + " is not a folder");
    assertThatThrownBy(() -> ResultFolder.create(file.resolve("below"), CLOCK, "S", "b"))
        .isInstanceOf(ResultFolderException.class)
        .hasMessageContaining("cannot create the results folder " + file.resolve("below"));
  }

  @Test
  void aFullDiskIsOneClearLine() throws Exception {
    assumeTrue(Files.exists(Path.of("/dev/full")));
    ResultFolder folder = create();
    Files.createSymbolicLink(folder.path().resolve("result.json.part"), Path.of("/dev/full"));

    assertThatThrownBy(() -> folder.write(result))
        .isInstanceOf(ResultFolderException.class)
        .hasMessage("cannot write the results to " + folder.path() + ": No space left on device");
  }

  @Test
  void aFolderThatIsGoneIsOneClearLine() throws Exception {
    ResultFolder folder = create();
    Files.delete(folder.path());

    assertThatThrownBy(() -> folder.write(result))
        .isInstanceOf(ResultFolderException.class)
        .hasMessage("cannot write the results to " + folder.path() + ": the folder is gone");
  }

  private ResultFolder create() throws ResultFolderException {
    return ResultFolder.create(out, CLOCK, "FANIN.Q0.SHARED", "artemis");
  }
}
