package io.brokerbench.cli.terminal;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The words that start this tool from the directory it was started in, for a shell. */
public final class LaunchCommand {

  /** Property by which a launcher says how it was called. */
  private static final String PROPERTY = "brokerbench.command";

  private static final String NAME = "brokerbench";
  private static final String USUAL = "./" + NAME;

  private LaunchCommand() {}

  /** That of this process. */
  public static String current() {
    String given = System.getProperty(PROPERTY, "");
    return given.isEmpty()
        ? of(ownJar(), Path.of("").toAbsolutePath(), System.getenv())
        : quoted(given);
  }

  /**
   * By where the program is: beside a checkout's or an archive's script. A script that a search of
   * the path finds is called by its name, one in the directory by {@code ./brokerbench}, any other
   * by its whole path.
   *
   * @param jar that holds the program; empty where it is not in one
   */
  static String of(Optional<Path> jar, Path directory, Map<String, String> environment) {
    Optional<Path> script = jar.flatMap(LaunchCommand::script);
    if (script.isEmpty()) {
      return USUAL;
    }
    if (isSame(directory.resolve(NAME), script.get())) {
      return USUAL;
    }
    return Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator))
            .filter(folder -> !folder.isEmpty())
            .map(folder -> Path.of(folder, NAME))
            .filter(Files::isExecutable)
            .findFirst()
            .filter(found -> isSame(found, script.get()))
            .isPresent()
        ? NAME
        : quoted(script.get().toString());
  }

  /** A word as a shell reads it. */
  public static String quoted(String word) {
    return word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  private static Optional<Path> script(Path jar) {
    Path folder = jar.toAbsolutePath().normalize().getParent();
    for (int i = 0; i < 3 && folder != null; i++) {
      folder = folder.getParent();
      if (folder != null) {
        for (Path script : List.of(folder.resolve(NAME), folder.resolve("bin").resolve(NAME))) {
          if (Files.isRegularFile(script) && Files.isExecutable(script)) {
            return Optional.of(script);
          }
        }
      }
    }
    return Optional.empty();
  }

  private static boolean isSame(Path one, Path other) {
    try {
      return Files.exists(one) && one.toRealPath().equals(other.toRealPath());
    } catch (IOException e) {
      return false; // gone, or not to be read
    }
  }

  private static Optional<Path> ownJar() {
    CodeSource source = LaunchCommand.class.getProtectionDomain().getCodeSource();
    if (source == null || source.getLocation() == null) {
      return Optional.empty();
    }
    try {
      Path place = Path.of(source.getLocation().toURI());
      return Files.isRegularFile(place) ? Optional.of(place) : Optional.empty();
    } catch (URISyntaxException | IllegalArgumentException e) {
      return Optional.empty(); // not a file: a module of a runtime
    }
  }
}
