package io.brokerbench.experiment.gate;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NearestName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Baselines in a folder: one JSON file for each, to be committed or kept as an artifact.
 *
 * @param folder that holds them; made when the first is saved
 */
public record BaselineStore(Path folder) {

  private static final String ENDING = ".json";
  private static final String PART = ".part";

  /** The file of a baseline. */
  public Path file(String name) {
    return folder.resolve(name + ENDING);
  }

  /** Names of those that are there, sorted. */
  public List<String> names() {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(ENDING))
          .map(name -> name.substring(0, name.length() - ENDING.length()))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new DefinitionException("baselines", "cannot be read: " + e.getMessage(), folder);
    }
  }

  /**
   * Reads one.
   *
   * @throws DefinitionException if there is none of that name, or its file is damaged
   */
  public Baseline read(String name) {
    if (!Files.isRegularFile(file(name))) {
      List<String> known = names();
      String hint = NearestName.hint(name, known);
      String others =
          known.isEmpty() ? "; it holds none" : "; it holds " + String.join(", ", known);
      throw new DefinitionException(
          "no baseline %s in %s%s".formatted(name, folder, hint.isEmpty() ? others : hint));
    }
    return readFile(file(name));
  }

  /**
   * Reads one from its file.
   *
   * @throws DefinitionException if it cannot be read, or is damaged
   */
  public static Baseline readFile(Path file) {
    return Baseline.CODEC.read(file);
  }

  /**
   * Saves one, in place of an earlier one of that name, which stays where this one cannot be
   * written as a whole.
   *
   * @return its file
   * @throws IOException if it cannot be written
   */
  public Path save(Baseline baseline) throws IOException {
    Files.createDirectories(folder);
    Path file = file(baseline.name());
    Path part = folder.resolve(file.getFileName() + PART);
    try {
      Files.writeString(part, Baseline.CODEC.write(baseline), StandardCharsets.UTF_8);
      Files.move(part, file, ATOMIC_MOVE, REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
    return file;
  }
}
