package io.brokerbench.containers.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds installed programs: in a search path as the shell would, then in the folders for services,
 * which the search path of ordinary users often lacks.
 *
 * @param folders in the order of search
 */
public record Executables(List<Path> folders) {

  private static final List<String> SERVICE_FOLDERS =
      List.of("/usr/local/sbin", "/usr/sbin", "/sbin", "/opt/homebrew/sbin");

  /** Copies the list. */
  public Executables {
    folders = List.copyOf(folders);
  }

  /** Those of this machine. */
  public static final Executables INSTALLED =
      new Executables(
          Stream.concat(
                  Arrays.stream(
                      System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1)),
                  SERVICE_FOLDERS.stream())
              .filter(folder -> !folder.isBlank())
              .map(Path::of)
              .distinct()
              .toList());

  /** The first program of that name. */
  public Optional<Path> find(String name) {
    return folders.stream()
        .map(folder -> folder.resolve(name))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst();
  }
}
