package io.brokerbench.core.scenario;

/** What is done to a node of the broker during the run. */
public enum FaultKind {
  /** Its process is killed (SIGKILL), as by a crash. Healed by starting it again with its store. */
  KILL,
  /** Its process is halted (SIGSTOP), as by an overloaded host. Healed by SIGCONT. */
  STOP,
  /** Its network is cut: packets are silently dropped. Healed by joining it again. */
  CUT,
  /**
   * A command of the user is run, which does whatever it does to a node of a broker that others
   * run. Healed by another command.
   */
  COMMAND
}
