package io.brokerbench.core.broker;

/** Something that is done to a network, at work until it is closed or the JVM ends. */
public interface Impairment extends AutoCloseable {

  /** Returns when it is undone; may be called twice. */
  @Override
  void close();
}
