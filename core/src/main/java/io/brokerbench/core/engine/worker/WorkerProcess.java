package io.brokerbench.core.engine.worker;

import io.brokerbench.core.base.ToolClassPath;
import io.brokerbench.core.engine.assignment.Assignment;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Scenario;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * How a worker's JVM is started: the class path and the options of this one, and a heap for its
 * clients.
 *
 * <p>A signal from the terminal, such as Ctrl-C, reaches all processes in its foreground; the
 * worker is to go on until the rig has drained. So the signals that would end it are ignored, from
 * before its JVM starts, which then leaves them so. It ends with its input, or is killed.
 */
public final class WorkerProcess {

  /** For the JVM, the driver, the recorders of a few lanes. A limit, not what is taken. */
  private static final long BASE_HEAP_BYTES = 256L << 20;

  private static final long PLAIN_HEAP_BYTES = 16L << 10;
  private static final long SECURED_HEAP_BYTES = 64L << 10;
  private static final long STREAM_HEAP_BYTES = 64;

  private static final Path SHELL = Path.of("/bin/sh");
  private static final List<String> IGNORING_SIGNALS =
      List.of(SHELL.toString(), "-c", "trap '' INT TERM HUP; exec \"$@\"", "sh");

  /**
   * A worker out of memory ends, rather than to go on half dead. What the JVM says of that, or of a
   * start that fails, is not to be taken for an answer.
   */
  private static final List<String> OUT_OF_MEMORY =
      List.of("-XX:+DisplayVMOutputToStderr", "-XX:+ExitOnOutOfMemoryError");

  /** Warnings of the JVM, which are on the standard output without this. */
  private static final List<String> WARNINGS = List.of("-Xlog:disable", "-Xlog:all=warning:stderr");

  /** What changes how a JVM runs or prints; the options are handed on as this JVM has them. */
  private static final List<String> JVM_VARIABLES =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  /** Agents watch one JVM, or listen on one port; shared classes are those of one class path. */
  private static final List<String> NOT_HANDED_ON =
      List.of(
          "-javaagent",
          "-agentlib",
          "-agentpath",
          "-Xrunjdwp",
          "-XX:SharedArchiveFile",
          "-Dbrokerbench.terminals");

  private WorkerProcess() {}

  /**
   * Starts it, with pipes to all three streams.
   *
   * @param heapBytes limit of its heap, unless this JVM's options have one
   * @param arguments of {@link WorkerMain}
   */
  public static Process start(long heapBytes, List<String> arguments) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            command(
                ManagementFactory.getRuntimeMXBean().getInputArguments(), heapBytes, arguments));
    builder.environment().keySet().removeAll(JVM_VARIABLES);
    return builder.start();
  }

  static List<String> command(List<String> jvmOptions, long heapBytes, List<String> arguments) {
    List<String> command = new ArrayList<>();
    if (Files.isExecutable(SHELL)) {
      command.addAll(IGNORING_SIGNALS);
    }
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(WARNINGS);
    jvmOptions.stream()
        .filter(option -> NOT_HANDED_ON.stream().noneMatch(option::startsWith))
        .forEach(command::add);
    command.addAll(OUT_OF_MEMORY);
    if (jvmOptions.stream().noneMatch(WorkerProcess::limitsHeap)) {
      command.add("-Xmx" + (heapBytes >> 20) + "m");
    }
    Stream.of("-cp", ToolClassPath.forChildren(), WorkerMain.class.getName()).forEach(command::add);
    command.addAll(arguments);
    return command;
  }

  private static boolean limitsHeap(String option) {
    return option.startsWith("-Xmx")
        || option.startsWith("-XX:MaxHeapSize")
        || option.startsWith("-XX:MaxRAM");
  }

  /** Several times what is needed, so that it only bounds what goes wrong. */
  static long heapBytes(Assignment assignment) {
    return BASE_HEAP_BYTES + clientBytes(assignment.scenario(), assignment.slice());
  }

  /** The same for a worker of several runs, each of whose clients it might carry alone. */
  static long heapBytes(List<Scenario> scenarios) {
    return BASE_HEAP_BYTES
        + scenarios.stream().mapToLong(each -> clientBytes(each, Assignment.Slice.all(each))).sum();
  }

  private static long clientBytes(Scenario scenario, Assignment.Slice slice) {
    boolean secured =
        scenario.security().ofPublishers().isPresent()
            || scenario.security().ofConsumers().isPresent();
    int recipients = scenario.topology().distribution() == Distribution.ALL ? slice.consumers() : 1;
    long streams = (long) scenario.topology().publishers() * recipients;
    return slice.clients() * (secured ? SECURED_HEAP_BYTES : PLAIN_HEAP_BYTES)
        + streams * STREAM_HEAP_BYTES;
  }
}
