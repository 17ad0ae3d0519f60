package io.brokerbench.embedded.artemis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.activemq.artemis.lockmanager.DistributedLock;
import org.apache.activemq.artemis.lockmanager.UnavailableStateException;

/** The lock of one file. Safe for several threads. */
final class FileDistributedLock implements DistributedLock {

  private final String id;
  private final FileChannel channel;
  private FileLock lock;

  private FileDistributedLock(String id, FileChannel channel) {
    this.id = id;
    this.channel = channel;
  }

  /** Opens the file, which is made if it is not there; it is not locked by that. */
  static FileDistributedLock open(String id, Path file) throws IOException {
    return new FileDistributedLock(
        id,
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE));
  }

  FileChannel channel() {
    return channel;
  }

  boolean isOpen() {
    return channel.isOpen();
  }

  @Override
  public String getLockId() {
    return id;
  }

  @Override
  public synchronized boolean isHeldByCaller() {
    return lock != null && lock.isValid();
  }

  @Override
  public synchronized boolean tryLock() throws UnavailableStateException {
    if (lock != null) {
      throw new IllegalStateException(id + " is locked by its caller");
    }
    try {
      lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false; // by another one of this JVM
    } catch (IOException e) {
      throw new UnavailableStateException(e);
    }
  }

  @Override
  public synchronized void unlock() throws UnavailableStateException {
    if (lock == null) {
      return;
    }
    try {
      lock.close();
    } catch (IOException e) {
      throw new UnavailableStateException(e);
    } finally {
      lock = null;
    }
  }

  /** A process loses the lock of a file only when it ends. */
  @Override
  public void addListener(UnavailableLockListener listener) {}

  @Override
  public void removeListener(UnavailableLockListener listener) {}

  @Override
  public synchronized void close() {
    lock = null;
    try {
      channel.close(); // and with it the lock
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
