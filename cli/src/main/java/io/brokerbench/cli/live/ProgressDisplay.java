package io.brokerbench.cli.live;

import io.brokerbench.experiment.session.SessionListener;

/** Shows how a run goes. Closing it leaves the terminal at the start of a line. */
public interface ProgressDisplay extends SessionListener.RunDisplay {

  /** Shows a line for itself. From any thread. */
  void note(String line);

  @Override
  void close();
}
