package io.brokerbench.containers.container;

/** What containers share, and what goes after them: a network, a volume. */
interface SharedDockerResource extends AutoCloseable {

  /** Removes it; to be called when no container has it any more. May be called twice. */
  @Override
  void close();
}
