package io.brokerbench.containers.process;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a process is started, and how it is asked to end.
 *
 * @param words what to execute, the executable by its path
 * @param environment variables besides those of this process
 * @param ending how it ends in an orderly way
 */
public record ChildCommand(List<String> words, Map<String, String> environment, Ending ending) {

  private static final Duration USUAL = Duration.ofSeconds(15);

  /** What changes how a JVM runs or prints; a broker shall run as it is described here only. */
  private static final List<String> JVM_VARIABLES =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  /** Copies words and environment. */
  public ChildCommand {
    words = List.copyOf(words);
    environment = Map.copyOf(environment);
  }

  /** One that ends when its standard input ends. */
  public static ChildCommand endingWithInput(List<String> words) {
    return new ChildCommand(words, Map.of(), new Ending(true, "TERM", List.of(), USUAL));
  }

  /** One that ends by SIGTERM. */
  public static ChildCommand endingBySignal(List<String> words) {
    return new ChildCommand(words, Map.of(), Ending.USUAL_SIGNAL);
  }

  /** Gives a process variables besides those of this one, without what is meant for our JVM. */
  public static void enter(ProcessBuilder builder, Map<String, String> environment) {
    builder.environment().keySet().removeAll(JVM_VARIABLES);
    builder.environment().putAll(environment);
  }

  /** The same with more arguments. */
  ChildCommand plus(List<String> arguments) {
    List<String> all = new ArrayList<>(words);
    all.addAll(arguments);
    return new ChildCommand(all, environment, ending);
  }

  /**
   * How a process is asked to end; where it is too slow, it is killed.
   *
   * @param withInput by the end of its standard input
   * @param signal without SIG, where not by its input and not by a command
   * @param command that ends it, with {@code ${pid}} for its process; empty for none
   * @param within how long it may take
   */
  public record Ending(boolean withInput, String signal, List<String> command, Duration within) {

    static final Ending USUAL_SIGNAL = new Ending(false, "TERM", List.of(), USUAL);

    /** Copies the command. */
    public Ending {
      command = List.copyOf(command);
    }

    /** By a signal, or by a command where there is one; absent for the usual ones. */
    public static Ending of(
        Optional<String> signal, List<String> command, Optional<Duration> within) {
      return new Ending(false, signal.orElse("TERM"), command, within.orElse(USUAL));
    }
  }
}
