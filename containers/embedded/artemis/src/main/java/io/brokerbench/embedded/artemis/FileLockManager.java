package io.brokerbench.embedded.artemis;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.artemis.lockmanager.DistributedLock;
import org.apache.activemq.artemis.lockmanager.DistributedLockManager;
import org.apache.activemq.artemis.lockmanager.MutableLong;

/**
 * Says which one of a pair on one machine may be active: whoever holds the lock of a file. The
 * kernel takes it away from a process that has died, and from no other.
 *
 * <p>Artemis makes one by its name, and asks it for the lock and the count of its data; as the file
 * based manager of the product does, whose artifact is made for tests and is not in every release.
 * Safe for several threads.
 */
public final class FileLockManager implements DistributedLockManager {

  /** Property that names the folder of the locks; it exists. */
  static final String FOLDER = "locks-folder";

  private final Path folder;
  private final Map<String, FileDistributedLock> open = new ConcurrentHashMap<>();
  private volatile boolean started;

  /** As Artemis makes it, with the properties of its configuration. */
  public FileLockManager(Map<String, String> properties) {
    this.folder = Path.of(properties.get(FOLDER));
  }

  /** A file is never out of reach. */
  @Override
  public void addUnavailableManagerListener(UnavailableManagerListener listener) {}

  @Override
  public void removeUnavailableManagerListener(UnavailableManagerListener listener) {}

  @Override
  public boolean start(long timeout, TimeUnit unit) {
    started = true;
    return true;
  }

  @Override
  public void start() {
    started = true;
  }

  @Override
  public boolean isStarted() {
    return started;
  }

  @Override
  public void stop() {
    started = false;
    open.values().forEach(FileDistributedLock::close);
    open.clear();
  }

  @Override
  public DistributedLock getDistributedLock(String id) throws ExecutionException {
    return file(id);
  }

  @Override
  public MutableLong getMutableLong(String id) throws ExecutionException {
    return new FileMutableLong(id, file(id + ".sequence"));
  }

  private synchronized FileDistributedLock file(String id) throws ExecutionException {
    if (!started) {
      throw new IllegalStateException("not started");
    }
    FileDistributedLock known = open.get(id);
    if (known != null && known.isOpen()) {
      return known;
    }
    try {
      FileDistributedLock file = FileDistributedLock.open(id, folder.resolve(id));
      open.put(id, file);
      return file;
    } catch (IOException e) {
      throw new ExecutionException(e);
    }
  }
}
