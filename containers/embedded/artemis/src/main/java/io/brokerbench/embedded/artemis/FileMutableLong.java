package io.brokerbench.embedded.artemis;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.activemq.artemis.lockmanager.MutableLong;
import org.apache.activemq.artemis.lockmanager.UnavailableStateException;

/**
 * A number in a file, 0 in an empty one. Written by whoever holds the lock of the same id, so
 * nothing here locks.
 */
record FileMutableLong(String id, FileDistributedLock file) implements MutableLong {

  @Override
  public String getMutableLongId() {
    return id;
  }

  @Override
  public long get() throws UnavailableStateException {
    ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES);
    try {
      return file.channel().read(bytes, 0) == Long.BYTES ? bytes.getLong(0) : 0;
    } catch (IOException e) {
      throw new UnavailableStateException(e);
    }
  }

  @Override
  public void set(long value) throws UnavailableStateException {
    ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES).putLong(0, value);
    try {
      file.channel().write(bytes, 0);
      file.channel().force(false);
    } catch (IOException e) {
      throw new UnavailableStateException(e);
    }
  }

  @Override
  public void close() {
    file.close();
  }
}
