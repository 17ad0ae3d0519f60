package io.brokerbench.cluster;

import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** An agent in a JVM of its own, and what it says. Closing kills it. */
final class AgentProcess implements AutoCloseable {

  private final Process process;
  final List<String> lines = new CopyOnWriteArrayList<>();

  private AgentProcess(Process process) {
    this.process = process;
  }

  static AgentProcess start(Lab lab, String name, List<String> wrapper) throws IOException {
    List<String> command = new ArrayList<>(wrapper);
    Stream.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            AgentMain.class.getName(),
            lab.name(),
            Integer.toString(lab.port()),
            name)
        .forEach(command::add);
    AgentProcess agent =
        new AgentProcess(
            new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    Thread reader = new Thread(agent::read, "agent-output");
    reader.setDaemon(true);
    reader.start();
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> agent.ready().isPresent() || !agent.process.isAlive());
    if (agent.ready().isEmpty()) {
      throw new IOException("no agent: " + agent.lines);
    }
    return agent;
  }

  private Optional<String> ready() {
    return lines.stream().filter(line -> line.startsWith("ready ")).findFirst();
  }

  private void read() {
    try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
      reader.lines().forEach(lines::add);
    } catch (IOException e) {
      lines.add(e.toString());
    }
  }

  /** Of the agent itself, also where something is around it. */
  ProcessHandle handle() {
    long pid = Long.parseLong(ready().orElseThrow().split(" ", -1)[1]);
    return ProcessHandle.of(pid).orElseThrow();
  }

  /** The workers that it has started. */
  List<ProcessHandle> workers() {
    return handle().children().toList();
  }

  /** Whether a process runs; one that has ended and whose parent stands still does not. */
  static boolean runs(ProcessHandle process) {
    try {
      Path state = Path.of("/proc", Long.toString(process.pid()), "stat");
      return process.isAlive()
          && !Files.readString(state, StandardCharsets.UTF_8).matches("(?s).*\\) [ZX] .*");
    } catch (IOException e) {
      return process.isAlive();
    }
  }

  void signal(String name) throws Exception {
    signal(handle(), name);
  }

  static void signal(ProcessHandle process, String name) throws Exception {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  @Override
  public void close() {
    ready()
        .flatMap(line -> ProcessHandle.of(Long.parseLong(line.split(" ", -1)[1])))
        .ifPresent(
            agent -> {
              agent.descendants().forEach(ProcessHandle::destroyForcibly);
              agent.destroyForcibly();
            });
    process.destroyForcibly();
  }
}
