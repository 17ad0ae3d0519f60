package io.brokerbench.containers.recipe;

import io.brokerbench.containers.MqttProbe;
import io.brokerbench.containers.metrics.HttpPage;
import io.brokerbench.containers.process.ChildCommand;
import io.brokerbench.containers.process.ProcessLog;
import io.brokerbench.containers.process.Readiness;
import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.recipe.Recipe;
import io.brokerbench.core.recipe.Template;
import io.brokerbench.core.result.BrokerIdentity;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether a broker is ready by its recipe: its log and its page say so, where the recipe has them,
 * and its port accepts connections. Then its version is looked for.
 *
 * @param program that is started
 * @param values of placeholders
 * @param environment of the program
 * @param host where it listens
 * @param ports by their names in the recipe
 * @param plain port of its first listener
 */
record RecipeReadiness(
    Recipe recipe,
    Path program,
    Map<String, String> values,
    Map<String, String> environment,
    String host,
    Map<String, Integer> ports,
    int plain)
    implements Readiness {

  private static final Duration TIMEOUT = Duration.ofSeconds(1);
  private static final long VERSION_SECONDS = 30;
  private static final Duration VERSION_IN_LOG = Duration.ofSeconds(10);
  private static final long POLL_MILLIS = 20;

  @Override
  public Optional<Ready> look(ProcessLog log) throws IOException, InterruptedException {
    Optional<String> line = recipe.ready().flatMap(Recipe.Readiness::log);
    boolean said =
        line.isEmpty() || log.find(Pattern.compile(line.get(), Pattern.MULTILINE)).isPresent();
    return said && listens() && pageIsThere()
        ? Optional.of(new Ready(version(log), Map.of()))
        : Optional.empty();
  }

  private boolean listens() {
    try {
      MqttProbe.reach(host, plain, TIMEOUT);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private boolean pageIsThere() {
    Optional<Recipe.Page> page = recipe.ready().flatMap(Recipe.Readiness::http);
    try {
      if (page.isPresent()) {
        int port = ports.get(page.get().port());
        HttpPage.text(new InetSocketAddress(host, port), page.get().path(), "");
      }
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private String version(ProcessLog log) throws IOException, InterruptedException {
    Pattern pattern = Pattern.compile(recipe.version().pattern(), Pattern.MULTILINE);
    Optional<List<String>> command = recipe.version().command();
    Optional<Matcher> match =
        command.isPresent()
            ? Optional.of(pattern.matcher(output(command.get()))).filter(Matcher::find)
            : inLog(pattern, log);
    return match
        .map(found -> found.group(1))
        .filter(version -> !version.isBlank())
        .orElse(BrokerIdentity.UNKNOWN);
  }

  /** Waits a little: a port may accept connections before its broker prints the version. */
  private static Optional<Matcher> inLog(Pattern pattern, ProcessLog log)
      throws IOException, InterruptedException {
    long end = NanoClock.SYSTEM.nanoTime() + VERSION_IN_LOG.toNanos();
    Optional<Matcher> match = log.find(pattern);
    while (match.isEmpty() && NanoClock.SYSTEM.nanoTime() - end < 0) {
      Thread.sleep(POLL_MILLIS);
      match = log.find(pattern);
    }
    return match;
  }

  private String output(List<String> arguments) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of(program.toString()));
    arguments.forEach(text -> words.add(new Template(text).fill(values)));
    Path printed = Files.createTempFile(Path.of(values.get("folder")), "version", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(printed.toFile());
    ChildCommand.enter(builder, environment);
    Process process = builder.start();
    try {
      process.waitFor(VERSION_SECONDS, TimeUnit.SECONDS);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    return new String(Files.readAllBytes(printed), StandardCharsets.UTF_8); // in whatever it is
  }
}
