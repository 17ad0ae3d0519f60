package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.testkit.RetryOnNoise;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The launch script, called as a user calls it: a process of its own, with its own working
 * directory and its own temporary folder, so that what it leaves can be seen.
 *
 * <p>Before the first call whatever is missing is built, which a test's time limits do not allow
 * for.
 */
final class Tool {

  /** The exit code of a run that is GENERATOR_LIMITED or DISTURBED. */
  static final int INVALID = 4;

  /** The folder of the project. */
  static final Path PROJECT = project();

  private static final Path SCRIPT = PROJECT.resolve("brokerbench");

  private static boolean built;

  private final Path folder;
  private final Path temporary;
  private final Map<String, String> environment = new LinkedHashMap<>();
  private List<String> wrapper = List.of();

  /** Works in a folder. */
  Tool(Path folder) {
    this.folder = folder;
    this.temporary = folder.resolve("tmp");
    try {
      Files.createDirectories(temporary);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    environment.put("BROKERBENCH_JAVA_OPTS", "-Djava.io.tmpdir=" + temporary);
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("BROKERBENCH_STATE", state().toString());
  }

  /** Lets a shell run a command first, in the same process: a limit, a mount. */
  Tool after(String command) {
    wrapper = List.of("bash", "-c", command + " && exec \"$0\" \"$@\"");
    return this;
  }

  /** Lets it run in a network namespace, which requires root. */
  Tool in(String namespace) {
    wrapper = List.of("ip", "netns", "exec", namespace);
    return this;
  }

  /** Sets a variable of its environment. */
  Tool with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  /**
   * The same in mount and user namespaces of its own, where a user may mount what others do not
   * see.
   */
  Tool afterMount(String command) {
    after(command);
    wrapper = Stream.concat(Stream.of("unshare", "-rm"), wrapper.stream()).toList();
    return this;
  }

  /** The same in a network namespace of its own, with a loopback device; requires root. */
  Tool inNetwork(String command) {
    after("ip link set lo up && " + command);
    wrapper = Stream.concat(Stream.of("unshare", "-n"), wrapper.stream()).toList();
    return this;
  }

  /** Calls it and goes on. */
  Call start(Consumer<Call.Line> listener, List<String> arguments) {
    build();
    return launch(listener, arguments);
  }

  Call start(String... arguments) {
    return start(line -> {}, List.of(arguments));
  }

  /** Calls it and waits for its end. */
  Outcome run(List<String> arguments) {
    try (Call call = start(line -> {}, arguments)) {
      return call.end();
    }
  }

  Outcome run(String... arguments) {
    return run(List.of(arguments));
  }

  /**
   * The same until the verdict is valid, for two minutes at most: for tests that need a valid run
   * and assert something else.
   */
  Outcome runOnSchedule(List<String> arguments) {
    return RetryOnNoise.measure(() -> run(arguments), outcome -> outcome.exitCode() != INVALID);
  }

  /** Where it keeps what it knows of the machine; not there until it knows something. */
  Path state() {
    return folder.resolve("state");
  }

  /** The result folders so far, oldest first. */
  List<Path> resultFolders() {
    return list(folder.resolve("results"));
  }

  /** The youngest result folder. */
  Path resultFolder() {
    List<Path> folders = resultFolders();
    return folders.get(folders.size() - 1);
  }

  /** A call that has ended left neither broker nor port nor temporary file. */
  void leftNothing(Outcome outcome) {
    outcome.brokerIsGone();
    assertThat(list(temporary)).as("temporary files").isEmpty();
  }

  private Call launch(Consumer<Call.Line> listener, List<String> arguments) {
    List<String> command = new ArrayList<>(wrapper);
    command.add(SCRIPT.toString());
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().putAll(environment);
    try {
      return new Call(builder.start(), listener);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void build() {
    synchronized (Tool.class) {
      if (!built) {
        List<String> wrapped = wrapper;
        wrapper = List.of();
        try (Call call = launch(line -> {}, List.of("--version"))) {
          assertThat(call.end().exitCode()).isZero();
        }
        wrapper = wrapped;
        built = true;
      }
    }
  }

  private static List<Path> list(Path folder) {
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path project() {
    return Stream.iterate(Path.of("").toAbsolutePath(), path -> path != null, Path::getParent)
        .filter(path -> Files.isExecutable(path.resolve("brokerbench")))
        .findFirst()
        .orElseThrow();
  }
}
