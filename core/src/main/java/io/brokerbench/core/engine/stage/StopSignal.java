package io.brokerbench.core.engine.stage;

/** Whether a run is to end early. From any thread. */
public final class StopSignal {

  private volatile boolean requested;

  public void request() {
    requested = true;
  }

  boolean isRequested() {
    return requested;
  }
}
