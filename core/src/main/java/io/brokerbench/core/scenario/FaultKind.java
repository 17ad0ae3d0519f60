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
   * It is cut off from the other nodes of its pair or cluster: packets between them are silently
   * dropped, and clients reach it as before. Healed by joining it again.
   */
  PARTITION,
  /**
   * A command of the user is run, which does whatever it does to a node of a broker that others
   * run. Healed by another command.
   */
  COMMAND
}
