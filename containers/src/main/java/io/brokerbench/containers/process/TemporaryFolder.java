package io.brokerbench.containers.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.UserPrincipal;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A folder for one broker, which goes with it.
 *
 * <p>A process that was killed with SIGKILL cannot tidy up; brokers leave up to a gigabyte. So each
 * folder holds a file that its owner keeps locked. Whoever makes a folder first deletes those whose
 * lock is free.
 */
public final class TemporaryFolder implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(TemporaryFolder.class);
  private static final Clock WALL_CLOCK = Clock.systemUTC();

  private static final String PREFIX = "brokerbench-";
  private static final String LOCK = "owner.lock";
  private static final Path SYSTEM = Path.of("/tmp");
  private static final Path ON_DISK = Path.of("/var/tmp");

  /** Younger ones may belong to a process that has not locked them yet. */
  private static final Duration YOUNG = Duration.ofMinutes(1);

  /** Locks of this JVM: to open and close such a file would release its lock. */
  private static final Set<Path> OURS = ConcurrentHashMap.newKeySet();

  private final Path path;
  private final FileChannel lock;

  private TemporaryFolder(Path path, FileChannel lock) {
    this.path = path;
    this.lock = lock;
  }

  /** Makes one for a broker, after having deleted those left over by others. */
  public static TemporaryFolder create(String name) throws IOException {
    Path parent = parent(Path.of(System.getProperty("java.io.tmpdir")));
    Path path = Files.createTempDirectory(parent, PREFIX + name + "-");
    OURS.add(path);
    deleteLeftovers(parent, Files.getOwner(path));
    FileChannel lock =
        FileChannel.open(
            path.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    if (lock.tryLock() == null) {
      throw new IOException(path + " is locked by another process");
    }
    return new TemporaryFolder(path, lock);
  }

  /**
   * The temporary folder of the system, unless that lies in memory: a journal there would be synced
   * for nothing, and the broker look better than it is. A folder that the user names is used as it
   * is.
   */
  static Path parent(Path temporary) {
    boolean named = !temporary.equals(SYSTEM);
    return named || !isInMemory(temporary) || !Files.isWritable(ON_DISK) ? temporary : ON_DISK;
  }

  static boolean isInMemory(Path folder) {
    try {
      return Files.getFileStore(folder).type().equals("tmpfs");
    } catch (IOException e) {
      return false; // after chroot nothing names the file system of the root folder
    }
  }

  /** Where it is. */
  public Path path() {
    return path;
  }

  /** Deletes it with all that is in it. May be called twice. */
  @Override
  public void close() {
    try {
      lock.close();
      delete(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      OURS.remove(path);
    }
  }

  /**
   * Deletes what was left by processes of one user, and nothing of others: a name alone shows
   * nothing, as any user may make such a folder where all may write.
   */
  static void deleteLeftovers(Path parent, UserPrincipal user) throws IOException {
    List<Path> candidates;
    try (Stream<Path> files = Files.list(parent)) {
      candidates =
          files
              .filter(file -> file.getFileName().toString().startsWith(PREFIX))
              .filter(file -> !OURS.contains(file))
              .toList();
    }
    for (Path folder : candidates) {
      if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
          && isOf(user, folder)
          && isLeftover(folder.resolve(LOCK), user)) {
        deleteWhatIsPossible(folder);
      }
    }
  }

  private static boolean isOf(UserPrincipal user, Path file) {
    try {
      return Files.getOwner(file, LinkOption.NOFOLLOW_LINKS).equals(user);
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  /**
   * Links are not followed, nothing is written, and what is no file is not opened: to open a pipe
   * would wait for whoever writes to it.
   */
  private static boolean isLeftover(Path file, UserPrincipal user) {
    try {
      BasicFileAttributes attributes =
          Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      Duration age =
          Duration.ofMillis(WALL_CLOCK.millis() - attributes.lastModifiedTime().toMillis());
      if (!attributes.isRegularFile() || !isOf(user, file) || age.compareTo(YOUNG) < 0) {
        return false;
      }
      try (FileChannel channel =
              FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
          FileLock owned = channel.tryLock(0, Long.MAX_VALUE, true)) {
        return owned != null;
      }
    } catch (IOException | OverlappingFileLockException e) {
      return false; // not one of these, or not ours to delete
    }
  }

  /**
   * What another process of this user deletes, or may not be deleted, is no reason not to start.
   */
  private static void deleteWhatIsPossible(Path folder) {
    try {
      delete(folder);
    } catch (IOException e) {
      LOG.info("{} is left of an earlier run and cannot be deleted", folder, e);
    }
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure)
              throws IOException {
            if (failure instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE; // another process deletes it too
            }
            throw failure;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, IOException failure)
              throws IOException {
            Files.deleteIfExists(directory);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
