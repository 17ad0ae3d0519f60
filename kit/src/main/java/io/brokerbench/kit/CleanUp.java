package io.brokerbench.kit;

/**
 * Removes what a check leaves on a broker, which may be one that others run. As the first resource
 * of a {@code try} it runs after the clients are closed, whether the check holds or not, and where
 * both fail, the failure of the check is the one that is reported.
 */
@FunctionalInterface
interface CleanUp extends AutoCloseable {

  /** Removes it. */
  @Override
  void close();
}
