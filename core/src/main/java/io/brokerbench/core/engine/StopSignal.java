package io.brokerbench.core.engine;

/** Whether a run is to end early. From any thread. */
final class StopSignal {

  private volatile boolean requested;

  void request() {
    requested = true;
  }

  boolean isRequested() {
    return requested;
  }
}
