package io.brokerbench.containers.metrics;

import io.brokerbench.core.result.BrokerMetrics;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.function.Supplier;

/**
 * Figures that the nodes of a broker write into files each second: {@code queued}, {@code
 * connections} and {@code heap}. Those of several nodes add up; a file that has not been written
 * for some seconds is of a node that does not run, and says nothing.
 */
public final class FiguresFiles implements MetricsSource {

  private static final Duration OLD = Duration.ofSeconds(5);

  private final Supplier<List<Path>> files;
  private final Clock wallClock;

  /**
   * Of files, which may come later.
   *
   * @param files of the nodes that run at this moment; what one that has just ended wrote would be
   *     counted along with what the next one takes over
   */
  public FiguresFiles(Supplier<List<Path>> files) {
    this(files, Clock.systemUTC());
  }

  FiguresFiles(Supplier<List<Path>> files, Clock wallClock) {
    this.files = files;
    this.wallClock = wallClock;
  }

  @Override
  public BrokerMetrics read() throws IOException {
    List<Properties> reported = new ArrayList<>();
    for (Path file : files.get()) {
      if (isFresh(file)) {
        Properties figures = new Properties();
        try (Reader in = Files.newBufferedReader(file)) {
          figures.load(in);
        }
        reported.add(figures);
      }
    }
    return new BrokerMetrics(
        sum(reported, "queued"), sum(reported, "connections"), sum(reported, "heap"));
  }

  private boolean isFresh(Path file) throws IOException {
    try {
      long age = wallClock.millis() - Files.getLastModifiedTime(file).toMillis();
      return age < OLD.toMillis();
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  private static OptionalLong sum(List<Properties> reported, String name) {
    List<Long> values =
        reported.stream()
            .map(figures -> figures.getProperty(name))
            .filter(text -> text != null)
            .map(Long::valueOf)
            .toList();
    return values.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(values.stream().mapToLong(Long::longValue).sum());
  }
}
