package io.brokerbench.containers.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class TemporaryFolderTest {

  @TempDir private Path parent;

  @Test
  void goesWithAllThatIsInIt() throws Exception {
    TemporaryFolder folder = TemporaryFolder.create("test");
    Path deep = Files.createDirectories(folder.path().resolve("a").resolve("b"));
    Files.writeString(deep.resolve("file"), "text");
    folder.close();
    folder.close();
    assertThat(folder.path()).doesNotExist();
  }

  @Test
  void whatAKilledProcessLeftIsDeleted() throws Exception {
    Path leftover = folder("brokerbench-artemis-1", Duration.ofHours(1));
    Files.writeString(leftover.resolve("journal"), "text");
    TemporaryFolder.deleteLeftovers(parent, Files.getOwner(parent));
    assertThat(leftover).doesNotExist();
  }

  @Test
  void whatIsNewOrLockedOrNotOursStays() throws Exception {
    Path fresh = folder("brokerbench-artemis-2", Duration.ZERO);
    Path other = folder("other", Duration.ofHours(1));
    Path without = Files.createDirectory(parent.resolve("brokerbench-results"));
    TemporaryFolder.deleteLeftovers(parent, Files.getOwner(parent));
    assertThat(fresh).exists();
    assertThat(other).exists();
    assertThat(without).exists();
  }

  /** Any user may make such names in a folder that all may write to. */
  @Test
  @Timeout(20)
  void aPipeOrALinkInPlaceOfTheLockHoldsNothingUpAndNothingIsDeleted() throws Exception {
    Path pipe = Files.createDirectory(parent.resolve("brokerbench-pipe"));
    Path fifo = pipe.resolve("owner.lock");
    assumeThat(Path.of("/usr/bin/mkfifo")).isExecutable();
    assertThat(new ProcessBuilder("/usr/bin/mkfifo", fifo.toString()).start().waitFor()).isZero();
    // Java would open the pipe for that, and wait for who writes to it.
    Process touch = new ProcessBuilder("touch", "-d", "1 hour ago", fifo.toString()).start();
    assertThat(touch.waitFor()).isZero();
    Path target = Files.writeString(parent.resolve("precious"), "text");
    Files.setLastModifiedTime(target, FileTime.from(Instant.now().minus(Duration.ofHours(1))));
    Path linked = Files.createDirectory(parent.resolve("brokerbench-link"));
    Files.createSymbolicLink(linked.resolve("owner.lock"), target);
    Path real = folder("elsewhere", Duration.ofHours(1));
    Path link = Files.createSymbolicLink(parent.resolve("brokerbench-folder"), real);

    TemporaryFolder.deleteLeftovers(parent, Files.getOwner(parent));

    assertThat(fifo).exists();
    assertThat(linked.resolve("owner.lock")).exists();
    assertThat(target).hasContent("text");
    assertThat(link).exists();
    assertThat(real.resolve("owner.lock")).exists();
  }

  @Test
  void whatAnotherUserLeftIsNotOurs() throws Exception {
    Path leftover = folder("brokerbench-artemis-3", Duration.ofHours(1));
    UserPrincipal other = () -> "another";
    TemporaryFolder.deleteLeftovers(parent, other);
    assertThat(leftover).exists();
  }

  @Test
  void oursStaysLockedThroughout() throws Exception {
    try (TemporaryFolder folder = TemporaryFolder.create("test")) {
      age(folder.path(), Duration.ofHours(1));
      TemporaryFolder.deleteLeftovers(folder.path().getParent(), Files.getOwner(folder.path()));
      assertThat(folder.path()).exists();
    }
  }

  @Test
  void aFolderThatWasNamedIsTakenEvenInMemory() throws Exception {
    Path memory = Path.of("/dev/shm");
    assumeThat(memory).isDirectory();
    assertThat(TemporaryFolder.isInMemory(memory)).isTrue();
    assertThat(TemporaryFolder.parent(memory)).isEqualTo(memory);
    assertThat(TemporaryFolder.parent(parent)).isEqualTo(parent);
  }

  private Path folder(String name, Duration age) throws IOException {
    Path folder = Files.createDirectory(parent.resolve(name));
    Files.createFile(folder.resolve("owner.lock"));
    age(folder, age);
    return folder;
  }

  private static void age(Path folder, Duration age) throws IOException {
    Files.setLastModifiedTime(
        folder.resolve("owner.lock"), FileTime.from(Instant.now().minus(age)));
  }
}
