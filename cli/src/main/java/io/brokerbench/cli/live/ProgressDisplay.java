package io.brokerbench.cli.live;

import io.brokerbench.core.engine.stage.RunListener;

/** Shows how a run goes. Closing it leaves the terminal at the start of a line. */
public interface ProgressDisplay extends RunListener, AutoCloseable {

  /** Shows a line for itself. From any thread. */
  void note(String line);

  @Override
  void close();
}
