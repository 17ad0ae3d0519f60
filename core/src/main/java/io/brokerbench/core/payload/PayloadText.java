package io.brokerbench.core.payload;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.TextFile;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * The text of a template, or of samples, as it goes to all workers.
 *
 * @param file that it was read from
 * @param text of the file, without the line's end at its end
 */
public record PayloadText(String file, String text) {

  /** Largest file that is read. */
  static final int MAX_BYTES = 256 * 1024;

  /**
   * Reads a file.
   *
   * @throws DefinitionException if it cannot be read
   */
  public static PayloadText read(String file) {
    return read("workload.payload.template", file);
  }

  /**
   * Reads a file of sizes.
   *
   * @throws DefinitionException if it cannot be read
   */
  public static PayloadText readSizes(String file) {
    return read("workload.payload.sizes.file", file);
  }

  private static PayloadText read(String setting, String file) {
    try {
      Path path = Path.of(file);
      if (Files.size(path) > MAX_BYTES) {
        throw new DefinitionException(
            setting + " " + file, "at most " + MAX_BYTES + " bytes", Files.size(path));
      }
      return new PayloadText(file, Files.readString(path, StandardCharsets.UTF_8).stripTrailing());
    } catch (NoSuchFileException | InvalidPathException e) {
      throw new DefinitionException(setting + " " + file + ": no such file", e);
    } catch (CharacterCodingException e) {
      throw new DefinitionException(
          setting + " " + TextFile.placeNotUtf8(Path.of(file)) + ": its text is not UTF-8", e);
    } catch (IOException e) {
      throw new DefinitionException(setting + " " + file + ": " + e.getMessage(), e);
    }
  }
}
