package io.brokerbench.cli;

import io.brokerbench.core.engine.RunListener;

/** Shows how a run goes. Closing it leaves the terminal at the start of a line. */
interface ProgressDisplay extends RunListener, AutoCloseable {

  /** Shows a line for itself. From any thread. */
  void note(String line);

  @Override
  void close();
}
