package io.brokerbench.core.engine;

/** Hears how a run goes, on the thread that called {@link LoadRig#run}. Must not block. */
@FunctionalInterface
public interface RunListener {

  /** Hears nothing. */
  RunListener NONE = progress -> {};

  /** Once at the start of each phase, then several times a second. */
  void onProgress(Progress progress);
}
